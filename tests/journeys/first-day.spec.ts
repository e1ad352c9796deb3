import type { Page } from '@playwright/test'
import { wellMade } from './journey.ts'
import { expect, testAlone } from './people.ts'

// No other journey has its three hundred orders and forty contracts among its own.
const test = testAlone()

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

test('a company’s first day comes from files: 200 suppliers, 40 contracts, 25 people, their projects and 300 open orders, in under ten minutes @desktop', async ({
  as,
  works,
}) => {
  test.setTimeout(900_000)
  const { client, ana, caja } = works
  const mark = crypto.randomUUID().slice(0, 4)
  const page = await as('empresa@demo.example', '/empresa/settings/imports')
  const began = Date.now()

  await bring(page, 'Proveedores', 'proveedores', 200, [
    ['Nombre', 'Clientes', 'Plazo de pago'],
    ...numbers(200).map(each => [`Taller ${mark} ${each}`, client.name, '30 días']),
  ])
  await bring(page, 'Personas', 'personas', 25, [
    ['Nombre', 'Apellidos', 'Correo', 'Rol'],
    ...numbers(25).map(each => ['Persona', `${mark} ${each}`, `p${each}.${mark}@dia.example`, 'Aprobador']),
  ])
  await bring(page, 'Contratos', 'contratos', 40, [
    ['Descripción', 'Cliente', 'Proveedor', 'Monto total', 'Consumido antes', 'Inicio', 'Fin'],
    ...numbers(40).map(each => [
      `Contrato ${mark} ${each}`,
      client.name,
      each % 2 === 0 ? `Taller ${mark} ${each}` : '',
      '90.000',
      each % 2 === 0 ? '12.500,50' : '0',
      '01/01/2020',
      '31/12/2090',
    ]),
  ])
  await bring(page, 'Proyectos', 'proyectos', 20, [
    ['Nombre', 'Contratos', 'Aprobadores', 'Ejecutores'],
    ...numbers(20).map(each => [
      `Obra ${mark} ${each}`,
      `Contrato ${mark} ${each * 2 - 1} | Contrato ${mark} ${each * 2}`,
      `${ana.email}, p${each}.${mark}@dia.example`,
      caja.email,
    ]),
  ])
  await bring(page, 'Pedidos', 'pedidos', 300, [
    ['Concepto', 'Proyecto', 'Proveedor', 'Base', 'IVA', 'Factura', 'Vencimiento'],
    ...numbers(300).map(each => [
      `Trabajo ${mark} ${each}`,
      `Obra ${mark} ${(each % 20) + 1}`,
      `Taller ${mark} ${(each % 200) + 1}`,
      `${each},50`,
      '21',
      `${mark}-${each}`,
      '31/12/2090',
    ]),
  ])
  expect(Date.now() - began).toBeLessThan(600_000)

  const approver = await as(ana.email)
  await expect(approver.getByText(new RegExp(`^Trabajo ${mark} `)).first()).toBeVisible()
})

/** Brings a file as somebody does: what it is, the file, its columns as they were found, the preview, and all its rows. */
async function bring(
  page: Page,
  kind: string,
  name: string,
  count: number,
  rows: readonly (readonly string[])[],
): Promise<void> {
  await test.step(`${count} ${name}`, async () => {
    const another = page.getByRole('link', { name: 'Importar otro archivo' })
    if (await another.isVisible()) await another.click()
    const kinds = page.getByRole('region', { name: 'Qué quieres importar' })
    await kinds.getByText(kind, { exact: true }).click()
    const buffer = Buffer.from(rows.map(cells => cells.join(';')).join('\n'))
    await page
      .getByLabel('Archivo')
      .last()
      .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Comprobar las filas' }).click()
    const start = page.getByRole('button', { name: new RegExp(`^Importar ${count} `) })
    await expect(start).toBeVisible({ timeout: 180_000 })
    await wellMade(page)
    await start.click()
    await expect(page.getByText(new RegExp(`^${count} \\S+ en la empresa$`))).toBeVisible({
      timeout: 180_000,
    })
  })
}
