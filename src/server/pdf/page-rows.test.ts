import path from 'node:path'
import { expect, test } from 'vitest'
import { openPdf } from '#server/pdf/open-pdf.ts'
import { pdfOf } from '#tests/support/hostile-pdfs.ts'

type Text = { readonly text: string; readonly size: number; readonly left: number; readonly top: number }

const font = path.resolve('src/server/pdf/fonts/inter-regular.ttf')
const rowsFrom = async (texts: readonly Text[]) => {
  const file = await pdfOf({}, page => {
    for (const { text, size, left, top } of texts)
      page.font(font).fontSize(size).text(text, left, top, { lineBreak: false, baseline: 'alphabetic' })
  })
  return (await openPdf(file)).rows(0)
}

test('letters of one line are its row, from left to right, in whatever order the file has them', async () => {
  const rows = await rowsFrom([
    { text: '121,00 €', size: 10, left: 300, top: 100 },
    { text: 'Base imponible', size: 10, left: 60, top: 120 },
    { text: 'Total factura', size: 10, left: 60, top: 100 },
  ])
  expect(rows).toEqual(['Total factura\t121,00 €', 'Base imponible'])
})

test('two small lines beside a tall heading stay two rows, and the heading is one of its own', async () => {
  const rows = await rowsFrom([
    { text: 'FACTURA', size: 30, left: 60, top: 100 },
    { text: 'Número F-2026/014', size: 8, left: 300, top: 84 },
    { text: 'Fecha 03/11/2026', size: 8, left: 300, top: 94 },
  ])
  expect(rows.toSorted()).toEqual(['FACTURA', 'Fecha 03/11/2026', 'Número F-2026/014'])
})

test('a small label is of the row of a large amount on its line, and keeps the spaces of its words', async () => {
  const rows = await rowsFrom([
    { text: 'Total factura', size: 8, left: 60, top: 100 },
    { text: '121,00 €', size: 30, left: 200, top: 100 },
  ])
  expect(rows).toEqual(['Total factura\t121,00 €'])
})

test('a small figure raised beside a larger one is of its row', async () => {
  const rows = await rowsFrom([
    { text: '1.234,', size: 12, left: 60, top: 100 },
    { text: '50', size: 7, left: 94, top: 96 },
  ])
  expect(rows).toEqual(['1.234,50'])
})

test.each(['\u202f', '\u2009', '\u00a0'])('a thin space between digits (%j) is a space', async space => {
  expect(await rowsFrom([{ text: `Total 1${space}234,56`, size: 10, left: 60, top: 100 }])).toEqual([
    'Total 1 234,56',
  ])
})
