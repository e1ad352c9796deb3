import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { withSheet, xlsxFile } from '../support/import-files.ts'
import { expect, test, wellMade } from './journey.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('an administrator brings 200 providers from an Excel, mends a refused row, and takes the import back', async ({
  as,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const rows = Array.from({ length: 199 }, (_, index) => [
    `Importado ${mark} ${index + 1}`,
    '',
    `600 000 ${index + 100}`,
  ])
  const headings = ['Razón social', 'C.I.F.', 'Tel']
  const buffer = await xlsxFile(headings, [...rows, [`Importado ${mark} mal`, 'B12345675', '']])
  const page = await as('empresa@demo.example')
  await page.goto('/empresa/providers')
  await page.getByRole('link', { name: 'Importar' }).click()
  await expect(page.getByRole('heading', { name: 'Importar', level: 1 })).toBeVisible()
  await page
    .getByLabel('Fichero')
    .last()
    .setInputFiles({ name: 'proveedores.xlsx', mimeType: mediaType, buffer })

  await expect(page.getByRole('heading', { name: 'proveedores.xlsx', level: 1 })).toBeVisible()
  await expect(page.getByLabel('NIF')).toHaveValue('1')
  await wellMade(page)
  await page.getByRole('button', { name: 'Comprobar las filas' }).click()
  await expect(page.getByText('199 proveedores por importar')).toBeVisible()
  await expect(page.getByText('La letra o cifra de control no cuadra')).toBeVisible()
  await wellMade(page)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar por corregir' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('proveedores-por-corregir.xlsx')
  await page.getByRole('button', { name: 'Importar 199 proveedores' }).click()
  await expect(page.getByText('199 proveedores en la empresa')).toBeVisible()
  await wellMade(page)

  // The refused row, mended in the file that says what is wrong with it.
  const refused = await readFile(await saved.path())
  expect(new TextDecoder().decode(unzipSync(refused)['xl/worksheets/sheet1.xml'])).toContain(
    'Qué hay que corregir',
  )
  const mended = withSheet(refused, xml => xml.replace('B12345675', ''))
  await page.getByRole('link', { name: 'Importar otro fichero' }).click()
  await page
    .getByLabel('Fichero')
    .last()
    .setInputFiles({ name: 'corregido.xlsx', mimeType: mediaType, buffer: mended })
  await page.getByRole('button', { name: 'Comprobar las filas' }).click()
  await page.getByRole('button', { name: 'Importar 1 proveedor', exact: true }).click()
  await expect(page.getByText('Todas las filas han entrado.')).toBeVisible()

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('1 proveedor deshecho')).toBeVisible()
  await page.getByRole('link', { name: 'Ver la lista' }).click()
  await page.getByLabel('Buscar proveedores...').fill(`Importado ${mark} 7`)
  await expect(page.getByText(`Importado ${mark} 7`, { exact: true }).first()).toBeVisible()
})
