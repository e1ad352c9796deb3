/** Text of a page as rows, put together from where each letter stands: the file may have them in any order. */
import { allocate, memoryView, type Pdfium } from '#server/pdf/pdfium.ts'

type Letter = {
  readonly sign: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

const mostLetters = 20_000
/** Gaps between letters, in heights of a letter, that mean a space and another column. */
const gaps = { space: 0.12, column: 1.2 }

export function pageRows(pdfium: Pdfium, page: number): readonly string[] {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return []
  const letters = lettersIn(pdfium, text)
  pdfium._FPDFText_ClosePage(text)
  return rowsFrom(letters).map(rowText)
}

function lettersIn(pdfium: Pdfium, text: number): Letter[] {
  const count = Math.min(pdfium._FPDFText_CountChars(text), mostLetters)
  const box = allocate(pdfium, 16)
  const letters: Letter[] = []
  for (let index = 0; index < count; index++) {
    const sign = signFrom(pdfium._FPDFText_GetUnicode(text, index))
    if (sign === '') continue
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, box)) continue
    const view = memoryView(pdfium)
    const at = (offset: number) => view.getFloat32(box + offset, true)
    letters.push({ sign, left: at(0), top: at(4), right: at(8), bottom: at(12) })
  }
  return letters
}

/** Empty for white space and for what is no letter: gaps are told by places alone. */
function signFrom(code: number): string {
  if (code <= 0x20 || code === 0xa0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return ''
  return String.fromCodePoint(code)
}

const height = ({ top, bottom }: Letter): number => Math.max(top - bottom, 1)
const middle = ({ top, bottom }: Letter): number => (top + bottom) / 2

/** From the top; letters whose middles lie within half a height of each other are of one row. */
function rowsFrom(letters: readonly Letter[]): Letter[][] {
  const rows: { letters: Letter[]; middle: number; height: number }[] = []
  for (const letter of letters.toSorted((one, other) => middle(other) - middle(one))) {
    const row = rows.at(-1)
    const isSame = row && row.middle - middle(letter) < Math.max(row.height, height(letter)) / 2
    if (isSame) {
      row.letters.push(letter)
      row.height = Math.max(row.height, height(letter))
    } else rows.push({ letters: [letter], middle: middle(letter), height: height(letter) })
  }
  return rows.map(row => row.letters.toSorted((one, other) => one.left - other.left))
}

function rowText(letters: readonly Letter[]): string {
  const size = Math.max(...letters.map(height))
  return letters
    .map(({ sign, left }, index) => {
      const before = letters[index - 1]
      const gap = before ? (left - before.right) / size : 0
      return gap > gaps.column ? `\t${sign}` : gap > gaps.space ? ` ${sign}` : sign
    })
    .join('')
}
