import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { csv } from '#server/sheets/csv.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'
import { xlsx } from '#server/sheets/xlsx.ts'
import { unzipped } from '#tests/support/unzip.ts'

const columns = [
  { header: 'Nombre', width: 30 },
  { header: 'Monto', width: 12 },
  { header: 'Fecha', width: 12 },
]
const row = (text: string): Row => [{ text }, { number: '-1234.56' }, { day: '2026-11-21' }]

async function* oneBatch(rows: readonly Row[]) {
  yield rows
}
const sheetOf = (...texts: readonly string[]): Sheet => ({
  title: 'Pedidos',
  columns,
  batches: oneBatch(texts.map(row)),
})
const csvOf = async (...texts: readonly string[]) => (await buffer(csv(sheetOf(...texts)))).toString()
const xmlOf = async (...texts: readonly string[]) =>
  unzipped(await buffer(xlsx(sheetOf(...texts))))['xl/worksheets/sheet1.xml'] ?? ''

test('a CSV opens in a Spanish Excel: marked as UTF-8, semicolons, decimal commas, dd/mm/yyyy', async () => {
  expect(await csvOf('Año; «uno»', 'dice "no"', 'dos\nlíneas')).toBe(
    [
      '\ufeffNombre;Monto;Fecha',
      '"Año; «uno»";-1234,56;21/11/2026',
      '"dice ""no""";-1234,56;21/11/2026',
      '"dos\nlíneas";-1234,56;21/11/2026',
      '',
    ].join('\r\n'),
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x";"y")'])(
  'a spreadsheet runs no formula out of a text: %j',
  async text => {
    const written = await csvOf(text)
    expect(written).toMatch(/\r\n"?'/)
    const xml = await xmlOf(text)
    expect(xml).not.toContain('<f>')
    expect(xml).toContain('t="inlineStr"')
  },
)

test('a book has real numbers and dates, its header frozen, and whatever text there is', async () => {
  const xml = await xmlOf('Caña & <b>"Hijos"</b>\u0000\u001b\ud800 ')
  expect(xml).toContain('<v>-1234.56</v>')
  expect(xml).toContain('<v>46347</v>') // 21 November 2026, as Excel counts
  expect(xml).toContain('state="frozen"')
  expect(xml).toContain('<t xml:space="preserve">Caña &amp; &lt;b&gt;&quot;Hijos&quot;&lt;/b&gt;\ufffd </t>')
})

test('a list that is longer than a sheet goes on in the next one, each row once', async () => {
  const texts = Array.from({ length: 5 }, (_, n) => `fila ${n + 1}`)
  const book = unzipped(await buffer(xlsx(sheetOf(...texts), 2)))
  const inSheet = (number: number) => (book[`xl/worksheets/sheet${number}.xml`] ?? '').match(/fila \d/g)
  expect([1, 2, 3, 4].map(inSheet)).toEqual([['fila 1', 'fila 2'], ['fila 3', 'fila 4'], ['fila 5'], null])
  expect(book['xl/workbook.xml']?.match(/name="[^"]*"/g)).toEqual([
    'name="Pedidos"',
    'name="Pedidos 2"',
    'name="Pedidos 3"',
  ])
  expect(book['[Content_Types].xml']?.match(/sheet\d\.xml/g)).toHaveLength(3)
  const exact = unzipped(await buffer(xlsx(sheetOf('uno', 'dos'), 2)))
  expect(Object.keys(exact).filter(name => name.includes('worksheets/'))).toHaveLength(1)
  const none = unzipped(await buffer(xlsx(sheetOf(), 2)))
  expect(Object.keys(none).filter(name => name.includes('worksheets/'))).toHaveLength(1)
})

describe.each([
  ['CSV', csv],
  ['XLSX', xlsx],
])('%s', (_, write) => {
  test('is made as it is read: a list without end takes no memory', async () => {
    let made = 0
    async function* endless() {
      for (;;) {
        made++
        yield Array.from({ length: 500 }, (_, index) => row(`Pedido ${made * 500 + index}`))
      }
    }
    const stream = Readable.from(write({ title: 'Pedidos', columns, batches: endless() }))
    await once(stream, 'readable')
    await new Promise(resolve => setTimeout(resolve, 100)) // whoever ran ahead would by now be far
    expect(made).toBeLessThan(40)
    stream.destroy()
  })

  test('breaks off when its rows do, and is never taken for whole', async () => {
    async function* broken() {
      yield [row('uno')]
      throw new Error('the database went away')
    }
    const stream = Readable.from(write({ title: 'Pedidos', columns, batches: broken() }))
    await expect(buffer(stream)).rejects.toThrow('the database went away')
  })
})
