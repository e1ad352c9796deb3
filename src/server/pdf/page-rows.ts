/** Text of a page as rows, put together from where each character stands: the file may have them in any order. */
import { allocate, memoryView, type Pdfium } from '#server/pdf/pdfium.ts'

/** Edges in points from the page's lower left corner, with the room around the character; `baseline` as high. */
type Glyph = {
  readonly character: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
  readonly baseline: number
}

const maxGlyphs = 20_000
/** Gap from which a space, or another column, lies between neighbours: as a multiple of the smaller one's height. */
const gaps = { space: 0.12, column: 1.2 }

export function pageRows(pdfium: Pdfium, page: number): readonly string[] {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return []
  const glyphs = glyphsIn(pdfium, text)
  pdfium._FPDFText_ClosePage(text)
  return rowsFrom(glyphs).map(rowText)
}

/** The boxes that PDFium fills are never freed: the thread ends with its file. */
function glyphsIn(pdfium: Pdfium, text: number): Glyph[] {
  const count = Math.min(pdfium._FPDFText_CountChars(text), maxGlyphs)
  const edges = allocate(pdfium, 16)
  const origin = allocate(pdfium, 16)
  const glyphs: Glyph[] = []
  for (let index = 0; index < count; index++) {
    const character = characterFrom(pdfium._FPDFText_GetUnicode(text, index))
    if (character === '') continue
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, edges)) continue
    if (!pdfium._FPDFText_GetCharOrigin(text, index, origin, origin + 8)) continue
    // Asked for each: the memory moves when it grows.
    const view = memoryView(pdfium)
    const [left, top, right, bottom] = [0, 4, 8, 12].map(offset => view.getFloat32(edges + offset, true))
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) continue
    glyphs.push({ character, left, top, right, bottom, baseline: view.getFloat64(origin + 8, true) })
  }
  return glyphs
}

/** Empty for white space, for what has no shape, and for what is no character: positions alone say where gaps are. */
function characterFrom(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return ''
  const character = String.fromCodePoint(code)
  return /[\s\p{Cc}\p{Cf}]/u.test(character) ? '' : character
}

const height = ({ top, bottom }: Glyph): number => Math.max(top - bottom, 1)
const middle = ({ top, bottom }: Glyph): number => (top + bottom) / 2

/** Rows from the top, the glyphs of each from left to right. */
function rowsFrom(glyphs: readonly Glyph[]): Glyph[][] {
  const rows: { first: Glyph; glyphs: Glyph[] }[] = []
  for (const glyph of glyphs.toSorted((one, other) => middle(other) - middle(one))) {
    // Beside a tall glyph a few rows may have begun since its own.
    const row = rows.slice(-4).findLast(({ first }) => isOneRow(first, glyph))
    if (row) row.glyphs.push(glyph)
    else rows.push({ first: glyph, glyphs: [glyph] })
  }
  return rows.map(row => row.glyphs.toSorted((one, other) => one.left - other.left))
}

/** Glyphs on one baseline, or of like size at nearly one height, as raised figures are. */
function isOneRow(one: Glyph, other: Glyph): boolean {
  const [smaller = 1, larger = 1] = [height(one), height(other)].toSorted((less, more) => less - more)
  if (Math.abs(one.baseline - other.baseline) < smaller / 4) return true
  return larger <= smaller * 2 && Math.abs(middle(one) - middle(other)) < larger / 2
}

const rowText = (glyphs: readonly Glyph[]): string =>
  glyphs.map((glyph, index) => `${gapBefore(glyph, glyphs[index - 1])}${glyph.character}`).join('')

function gapBefore(glyph: Glyph, before: Glyph | undefined): '' | ' ' | '\t' {
  if (before === undefined) return ''
  const gap = (glyph.left - before.right) / Math.min(height(glyph), height(before))
  if (gap > gaps.column) return '\t'
  return gap > gaps.space ? ' ' : ''
}
