/**
 * A document as PDF: A4, described by blocks. Equal papers give equal bytes, so that the digest is known before the file
 * is served. The font, Inter, is embedded, as a subset of the glyphs used.
 */
import { fileURLToPath } from 'node:url'
import { create as qrOf } from 'qrcode'
import { printable } from '#server/pdf/printable.ts'

export type LabelledText = readonly [label: string, text: string]
export type Entry = {
  readonly title: string
  readonly aside: string
  readonly text: string | null
  /** Labelled texts below. A text keeps to the right of the labels on each of its lines, and so is never taken for one. */
  readonly rows?: readonly LabelledText[]
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly note?: string }
  /** One labelled text a line. */
  | { readonly kind: 'lines'; readonly lines: readonly LabelledText[] }
  /** Short labelled texts, side by side. */
  | { readonly kind: 'figures'; readonly figures: readonly LabelledText[] }
  /** Actions of people, each with instant and comment. */
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'qr'
      readonly address: string
      readonly title: string
      readonly lines: readonly string[]
    }

export type Paper = {
  readonly title: string
  readonly subtitle: string
  /** The issuer, above the title. */
  readonly author: string
  readonly product: string
  /** Text of the stamp beside the title. */
  readonly stamp: string
  /** End of the paper's subject, below the title; with it the stamp has another colour. Absent while nothing ended. */
  readonly ending?: string
  readonly blocks: readonly Block[]
  /** Text at the foot of every page, before its number. */
  readonly footer: string
  readonly madeAt: Date
}

type Pen = PDFKit.PDFDocument

const colour = { ink: '#1a1d24', soft: '#5a6070', line: '#d9dce3', accent: '#2147a3', ending: '#b3261e' }
const regular = fontFile('regular')
const bold = fontFile('bold')
const margin = 52
const bottomMargin = 54
const labelWidth = 128
/** Edge from which the rows of an entry begin, and the width of their labels. */
const entryRows = { left: margin + 12, labels: 88 }

export async function pdf(paper: Paper): Promise<Buffer> {
  // Loading the library takes half a second, so only printing loads it.
  const { default: PDFDocument } = await import('pdfkit')
  const { title, author, product, madeAt } = paper
  const pen = new PDFDocument({
    size: 'A4',
    font: regular,
    margins: { top: margin, left: margin, right: margin, bottom: bottomMargin },
    bufferPages: true,
    lang: 'es-ES',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: product, Producer: product, CreationDate: madeAt },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => pen.on('end', resolve).on('error', reject))
  pen.on('data', (chunk: Buffer) => chunks.push(chunk))
  drawHead(pen, paper)
  for (const block of paper.blocks) drawBlock(pen, block)
  numberPages(pen, paper.footer)
  pen.end()
  await ended
  return Buffer.concat(chunks)
}

function fontFile(weight: 'regular' | 'bold'): string {
  return fileURLToPath(new URL(`fonts/inter-${weight}.ttf`, import.meta.url))
}

const textWidth = (pen: Pen) => pen.page.width - 2 * margin
const textBottom = (pen: Pen) => pen.page.height - bottomMargin

/** Begins a new page when `height` does not fit on the current one. */
function keepTogether(pen: Pen, height: number): void {
  if (pen.y + height > textBottom(pen)) pen.addPage()
}

function drawBlock(pen: Pen, block: Block): void {
  if (block.kind === 'heading') drawHeading(pen, block.text, block.note)
  else if (block.kind === 'lines') for (const line of block.lines) drawLabelledLine(pen, line)
  else if (block.kind === 'figures') drawFigures(pen, block.figures)
  else if (block.kind === 'entries') for (const entry of block.entries) drawEntry(pen, entry)
  else if (block.kind === 'note') drawNote(pen, block.text)
  else drawQrBlock(pen, block)
}

function drawNote(pen: Pen, text: string): void {
  keepTogether(pen, 24)
  pen.font(regular).fontSize(9).fillColor(colour.soft)
  pen.text(printable(text), margin, pen.y, { width: textWidth(pen), lineGap: 2 }).moveDown(0.6)
}

function drawHead(pen: Pen, { title, subtitle, author, product, stamp, ending }: Paper): void {
  drawCheckMark(pen, margin, margin, 26)
  pen.font(bold).fontSize(11).fillColor(colour.ink)
  pen.text(printable(author), margin + 36, margin + 2, { width: 300, height: 13, ellipsis: true })
  pen
    .font(regular)
    .fontSize(8.5)
    .fillColor(colour.soft)
    .text(printable(product), margin + 36, margin + 16)
  drawStamp(pen, printable(stamp), ending === undefined ? colour.accent : colour.ending)
  pen.font(bold).fontSize(21).fillColor(colour.ink)
  pen.text(printable(title), margin, margin + 46, { width: textWidth(pen) })
  pen.font(regular).fontSize(11.5).fillColor(colour.soft)
  pen.text(printable(subtitle), margin, pen.y + 4, { width: textWidth(pen), lineGap: 2 })
  pen.y += 2
  if (ending !== undefined) drawEnding(pen, printable(ending))
}

function drawEnding(pen: Pen, text: string): void {
  pen.font(bold).fontSize(10.5).fillColor(colour.ending)
  pen.text(text, margin, pen.y + 8, { width: textWidth(pen), lineGap: 2 })
  pen.y += 2
}

/** The product's check mark. */
function drawCheckMark(pen: Pen, x: number, y: number, size: number): void {
  pen
    .save()
    .translate(x, y)
    .scale(size / 32)
  pen.path('M6.5 2.5h13.7L27 9.3V27a2.5 2.5 0 0 1-2.5 2.5h-18A2.5 2.5 0 0 1 4 27V5a2.5 2.5 0 0 1 2.5-2.5Z')
  pen.fill(colour.accent)
  pen.path('m9.5 17.6 4.4 4.6 7.6-9').lineWidth(3).lineCap('round').lineJoin('round').stroke('#ffffff')
  pen.restore()
}

function drawStamp(pen: Pen, text: string, tone: string): void {
  pen.font(bold).fontSize(9)
  const width = pen.widthOfString(text, { characterSpacing: 0.8 }) + 22
  const x = pen.page.width - margin - width
  pen
    .roundedRect(x, margin + 2, width, 22, 11)
    .lineWidth(1)
    .stroke(tone)
  pen.fillColor(tone)
  pen.text(text, x + 11, margin + 9, { characterSpacing: 0.8, lineBreak: false })
}

function drawHeading(pen: Pen, text: string, note?: string): void {
  // A heading stays with at least its first lines.
  keepTogether(pen, 76)
  pen.y += 14
  const y = pen.y
  pen
    .font(bold)
    .fontSize(11)
    .fillColor(colour.ink)
    .text(printable(text), margin, y, { width: textWidth(pen) })
  if (note) {
    pen.font(regular).fontSize(9).fillColor(colour.soft)
    pen.text(printable(note), margin, pen.y + 2, { width: textWidth(pen), lineGap: 1 })
  }
  pen.y += 4
  drawRule(pen)
  pen.y += 8
}

function drawRule(pen: Pen): void {
  pen
    .moveTo(margin, pen.y)
    .lineTo(margin + textWidth(pen), pen.y)
    .lineWidth(0.6)
    .stroke(colour.line)
}

/** A line of name and value. A long value continues on the next page; a short one is never split. */
function drawLabelledLine(
  pen: Pen,
  [name, value]: LabelledText,
  { left, labels } = { left: margin, labels: labelWidth },
): void {
  const text = printable(value)
  const width = pen.page.width - margin - left - labels
  pen.font(regular).fontSize(9)
  keepTogether(pen, Math.min(pen.heightOfString(text, { width, lineGap: 2 }), 120))
  const y = pen.y
  pen.fillColor(colour.soft).text(printable(name), left, y, { width: labels - 12, lineGap: 2 })
  const below = pen.y
  pen.fillColor(colour.ink).text(text, left + labels, y, { width, lineGap: 2 })
  pen.y = Math.max(pen.y, pen.y < y ? pen.y : below) + 4
}

function drawFigures(pen: Pen, all: readonly LabelledText[]): void {
  keepTogether(pen, 56)
  const y = pen.y
  const step = textWidth(pen) / all.length
  const width = step - 10
  const below = all.map(([name, value], index) => {
    const x = margin + index * step
    pen.font(regular).fontSize(8).fillColor(colour.soft).text(printable(name), x, y, { width })
    pen
      .font(bold)
      .fontSize(10.5)
      .fillColor(colour.ink)
      .text(printable(value), x, y + 12, { width })
    return pen.y
  })
  pen.y = Math.max(...below) + 7
}

function drawEntry(pen: Pen, { title, aside, text, rows = [] }: Entry): void {
  const asideWidth = 150
  const width = textWidth(pen) - asideWidth - 12
  pen.font(bold).fontSize(9)
  const height = pen.heightOfString(printable(title), { width })
  keepTogether(pen, height + (text === null && rows.length === 0 ? 8 : 30))
  const y = pen.y
  pen.font(regular).fontSize(9).fillColor(colour.soft)
  pen.text(printable(aside), margin + width + 12, y, { width: asideWidth, align: 'right' })
  pen.font(bold).fontSize(9).fillColor(colour.ink).text(printable(title), margin, y, { width })
  if (text !== null) {
    pen.font(regular).fontSize(9).fillColor(colour.ink)
    pen.text(printable(text), margin + 12, pen.y + 2, { width: textWidth(pen) - 24, lineGap: 2 })
  }
  if (rows.length > 0) pen.y += 2
  for (const row of rows) drawLabelledLine(pen, row, entryRows)
  pen.y += 6
}

const qrSize = 84

function drawQrBlock(pen: Pen, { address, title, lines }: Extract<Block, { kind: 'qr' }>): void {
  keepTogether(pen, qrSize + 20)
  pen.y += 8
  drawRule(pen)
  const top = pen.y + 12
  const { modules } = qrOf(address, { errorCorrectionLevel: 'M' })
  const cell = qrSize / modules.size
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        pen.rect(margin + column * cell, top + row * cell, cell + 0.05, cell + 0.05)
  pen.fill(colour.ink)
  const x = margin + qrSize + 20
  const width = textWidth(pen) - qrSize - 20
  pen.font(bold).fontSize(11).fillColor(colour.ink).text(printable(title), x, top, { width })
  pen.font(regular).fontSize(9).fillColor(colour.soft)
  for (const each of lines) pen.text(printable(each), x, pen.y + 3, { width, lineGap: 1.5 })
  pen.link(margin, top, qrSize, qrSize, address)
  pen.y = Math.max(pen.y, top + qrSize) + 8
}

function numberPages(pen: Pen, footer: string): void {
  const { start, count } = pen.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    pen.switchToPage(index)
    const y = pen.page.height - 36
    // The foot lies inside the bottom margin, which text must not enter: the margin is lifted for it.
    pen.page.margins.bottom = 0
    pen.font(regular).fontSize(8).fillColor(colour.soft)
    pen.text(printable(footer), margin, y, { width: textWidth(pen) - 90, lineBreak: false })
    const number = `Página ${index - start + 1} de ${count}`
    pen.text(number, pen.page.width - margin - 90, y, { width: 90, align: 'right', lineBreak: false })
  }
}
