// Content of files of tables, and the files that are refused.
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readImportFile } from '#features/imports/readers/reading.ts'
import { decimalText } from '#features/imports/readers/xlsx.ts'
import { withSheet, xlsxFile } from '#tests/support/import-files.ts'

const rowsOf = async (bytes: Uint8Array) => {
  const read = await readImportFile(bytes)
  return 'rows' in read ? [read.headings, ...read.rows.map(({ cells }) => cells)] : read
}
const latin = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['semicolons and a byte order mark', Buffer.from('\ufeffNombre;NIF\r\n"Peña; Hijos";B1\r\n')],
  ['commas', Buffer.from('Nombre,NIF\n"Peña; Hijos",B1')],
  ['tabs', Buffer.from('Nombre\tNIF\nPeña; Hijos\tB1\n\n')],
  [
    'the Windows of Western Europe',
    latin('Nombre;NIF\nPeña; Hijos;B1'.replace('Peña; Hijos', '"Peña; Hijos"')),
  ],
  ['UTF-16 of Excel', Buffer.from('\ufeffNombre\tNIF\r\nPeña; Hijos\tB1', 'utf16le')],
])('a CSV is read with %s', async (_, bytes) => {
  expect(await rowsOf(bytes)).toEqual([
    ['Nombre', 'NIF'],
    ['Peña; Hijos', 'B1'],
  ])
})

test('rows keep the numbers by which a spreadsheet shows them, and empty ones are none', async () => {
  const read = await readImportFile(Buffer.from('Nombre;NIF\n\nuno;1\n;\ndos;2'))
  expect(read).toMatchObject({ rows: [{ place: 3 }, { place: 5 }] })
})

test('cells of an XLSX are as a Spaniard types them: exact numbers, days, words', async () => {
  const plain = await xlsxFile(
    ['a', 'b', 'c', 'd'],
    [[{ number: '1234.56' }, { day: '2026-02-28' }, ' Caña ', { number: '600111222' }]],
  )
  expect(await rowsOf(plain)).toEqual([
    ['a', 'b', 'c', 'd'],
    ['1234,56', '28/02/2026', 'Caña', '600111222'],
  ])
})

test.each([
  ['0.1', '0,1'],
  ['1.0E-3', '0,001'],
  ['12E2', '1200'],
  ['-1.50', '-1,5'],
  ['9007199254740993', '9007199254740993'],
  ['0.30000000000000004', '0,30000000000000004'],
  ['1e400', '1e400'],
  ['NaN', 'NaN'],
])('the number %s is %s, by its digits', (number, text) => {
  expect(decimalText(number)).toBe(text)
})

test('a formula is its last value; one that failed or was never calculated says so', async () => {
  const plain = await xlsxFile(['a', 'b', 'c', 'd'], [['uno', 'dos', 'tres', 'cuatro']])
  const cells =
    '<c t="str"><f>A1</f><v>Suma</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1+1</f></c><c><v>1e400</v></c>'
  const made = withSheet(plain, xml => xml.replace(/<row>(?!.*<row>).*?<\/row>/, `<row>${cells}</row>`))
  expect(await rowsOf(made)).toEqual([
    ['a', 'b', 'c', 'd'],
    ['Suma', '#DIV/0!', '#SIN CALCULAR!', '1e400'],
  ])
})

const bomb = () => zipSync({ 'xl/workbook.xml': Buffer.alloc(80 * 1024 * 1024) }, { level: 9 })

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['unknown_kind', () => Buffer.from([0x89, 0x50, 0, 1, 2, 3])],
  ['former_excel', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['broken_workbook', () => Buffer.from('PK\u0003\u0004 no es nada')],
  ['broken_workbook', () => zipSync({ 'hola.xml': Buffer.from('<a/>') })],
  ['unpacks_too_large', bomb],
  ['broken_csv', () => Buffer.from('Nombre;NIF\n"sin cerrar;B1')],
  ['no_headings', () => Buffer.from(';;\nuno;dos;tres')],
  ['no_rows', () => Buffer.from('Nombre;NIF\n;\n')],
  ['too_many_rows', () => Buffer.from(`Nombre\n${'x\n'.repeat(10_001)}`)],
  ['too_many_columns', () => Buffer.from(`${'x;'.repeat(101)}\n1`)],
  ['cell_too_long', () => Buffer.from(`Nombre\n${'x'.repeat(2001)}`)],
])('a file is refused as %s', async (kind, bytes) => {
  expect(await rowsOf(bytes())).toMatchObject({ refused: kind })
})

test('a cell at the far end of the sheet ends its own thread, and nobody else', async () => {
  const plain = await xlsxFile(['a'], [['uno']])
  const far = withSheet(plain, xml =>
    xml.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row></sheetData>'),
  )
  expect(await rowsOf(far)).toMatchObject({ refused: expect.any(String) })
  expect(await rowsOf(plain)).toEqual([['a'], ['uno']])
})
