// Text of a PDF of ours, read from its own streams: its texts are glyphs of fonts that say which letters those are.
import { inflateSync } from 'node:zlib'

type Letters = (glyphs: string) => string

export function pdfText(file: Buffer): string {
  const objects = objectsOf(file)
  const fonts = fontsOf(objects)
  return [...objects.values()].map(({ stream }) => textOf(linesOf(stream, fonts))).join('\n')
}

/** A line of text, and the point from the page's left edge at which it begins. */
export type PdfLine = { readonly left: number; readonly text: string }

/** The lines of all pages, in the order in which they were drawn. */
export function pdfLines(file: Buffer): PdfLine[] {
  const objects = objectsOf(file)
  const fonts = fontsOf(objects)
  return [...objects.values()].flatMap(({ stream }) => linesOf(stream, fonts))
}

type Entry = { readonly head: string; readonly stream: string }

function objectsOf(file: Buffer): ReadonlyMap<string, Entry> {
  const found = file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map(
    [...found].map(([, id = '', body = '']) => {
      const [head = '', stream = ''] = body.split('stream\n')
      return [id, { head, stream: inflated(Buffer.from(stream.replace(/\nend$/, ''), 'latin1')) }]
    }),
  )
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

/** `F1` → what its glyphs are, from the table that lets a reader copy the text. */
function fontsOf(objects: ReadonlyMap<string, Entry>): ReadonlyMap<string, Letters> {
  const all = [...objects.values()].map(({ head }) => head).join('\n')
  return new Map(
    [...all.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
      return [name, lettersOf(objects.get(table)?.stream ?? '')]
    }),
  )
}

function lettersOf(table: string): Letters {
  const ranges = [...table.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)]
  const letters = ranges.flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => hex),
  )
  const decoded = letters.map(hex => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
  return glyphs => (glyphs.match(/.{4}/g) ?? []).map(hex => decoded[Number.parseInt(hex, 16)] ?? '?').join('')
}

/** Each `[<hex> kern <hex> …] TJ` is a line in the font chosen last, at the place set last. */
function linesOf(content: string, fonts: ReadonlyMap<string, Letters>): PdfLine[] {
  let letters: Letters = () => ''
  let left = 0
  const marks = /\/(F\d+) [\d.]+ Tf|1 0 0 1 ([\d.]+) [\d.]+ Tm|\[([^\]]*)\] TJ/g
  return [...content.matchAll(marks)].flatMap(([, font, x, line]) => {
    if (font !== undefined) letters = fonts.get(font) ?? letters
    if (x !== undefined) left = Number(x)
    if (line === undefined) return []
    const glyphs = [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join('')
    return [{ left, text: letters(glyphs) }]
  })
}

const textOf = (lines: readonly PdfLine[]): string => lines.map(({ text }) => text).join('\n')
