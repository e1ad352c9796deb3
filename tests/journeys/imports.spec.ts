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
    .getByLabel('Archivo')
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
  await page.getByRole('link', { name: 'Importar otro archivo' }).click()
  await page
    .getByLabel('Archivo')
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

test('a contract, its project and its open orders come from files, each told in a sentence before it is made', async ({
  as,
  works,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const page = await as('empresa@demo.example', '/empresa/contracts')
  const bring = async (name: string, rows: readonly (readonly string[])[]) => {
    const buffer = Buffer.from(rows.map(cells => cells.join(';')).join('\n'))
    await page.getByLabel('Archivo').last().setInputFiles({ name, mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Comprobar las filas' }).click()
  }
  const another = async (kind: string) => {
    await page.getByRole('link', { name: 'Importar otro archivo' }).click()
    const kinds = page.getByRole('region', { name: 'Qué quieres importar' })
    await kinds.getByText(kind, { exact: true }).click()
  }
  await page.getByRole('link', { name: 'Importar' }).click()
  const contract = `Suministro ${mark}`
  const { client, supplier } = works
  const ramona = await works.person('Ramona', 'Files')
  const fermina = await works.person('Fermina', 'Caja')
  await bring('contratos.csv', [
    ['Contrato', 'Cliente', 'Proveedor', 'Importe', 'Consumido antes', 'Inicio', 'Fin'],
    [contract, client.name, supplier, '10.000', '2.500', '01/01/2020', '31/12/2090'],
  ])
  await expect(
    page.getByText(`10.000 €, para pagar a ${supplier} por ${client.name}; 2.500 € consumidos antes`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Importar 1 contrato' }).click()
  await expect(page.getByText('1 contrato en la empresa')).toBeVisible()

  await another('Proyectos')
  const project = `Bodega ${mark}`
  await bring('proyectos.csv', [
    ['Proyecto', 'Contrato', 'Aprueba', 'Ejecuta'],
    [project, contract, ramona.email, fermina.email],
  ])
  await expect(page.getByText(`Aprueban: ${ramona.name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Importar 1 proyecto' }).click()
  await expect(page.getByText('1 proyecto en la empresa')).toBeVisible()

  await another('Pedidos')
  const orders = [
    ['Concepto', 'Proyecto', 'Proveedor', 'Base', 'IVA', 'Factura', 'Vencimiento'],
    [`Cubas ${mark}`, project, supplier, '1.000,00', '21', `${mark}-1`, '31/12/2090'],
    [`Corchos ${mark}`, project, supplier, '200', '10', `${mark}-2`, ''],
    [`Mal ${mark}`, 'Nadie', supplier, '', '21', `${mark}-3`, '31/02/2026'],
  ]
  await bring('pedidos.csv', orders)
  // Everything that is wrong with a row, and not the first of it alone.
  for (const fault of ['No hay ningún proyecto «Nadie»', 'Indica el monto', 'Fecha no válida'])
    await expect(page.getByText(fault)).toBeVisible()
  await wellMade(page)
  await page.getByRole('button', { name: /^Se importarán/ }).click()
  await expect(page.getByText('Base 1.000 €, IVA 210 €')).toBeVisible()
  await wellMade(page)
  await page.getByRole('button', { name: 'Importar 2 pedidos' }).click()
  await expect(page.getByText('2 pedidos en la empresa')).toBeVisible()

  await another('Pedidos')
  await bring('pedidos.csv', orders.slice(0, 3))
  await expect(page.getByText('Todo lo del archivo ya existe', { exact: true })).toBeVisible()
  await wellMade(page)
  const approver = await as(ramona.email)
  await approver.goto('/client/pending-approvals')
  await expect(approver.getByText(`Cubas ${mark}`).first()).toBeVisible()
})

test('a refused row of a file of people shows the whole name beside what is wrong', async ({ as }) => {
  const page = await as('empresa@demo.example')
  await page.goto('/empresa/settings/imports?kind=people')
  const rows = ['Nombre;Apellidos;Correo;Rol', 'Lucía;Prieto Sanz;lucia.prieto@correo.example;Jefa de obra']
  await page
    .getByLabel('Archivo')
    .last()
    .setInputFiles({ name: 'personas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await expect(page.getByRole('heading', { name: 'personas.csv', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Comprobar las filas' }).click()
  await expect(page.getByText(/No es ningún rol/)).toBeVisible()
  await expect(page.getByText('Lucía Prieto Sanz').first()).toBeVisible()
  await wellMade(page)
})
