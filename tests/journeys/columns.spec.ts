import type { Page } from '@playwright/test'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Columnas', exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Columnas' })
const headers = (page: Page) => page.getByRole('columnheader')

test('columns are chosen by keyboard, kept by the address, the person and a saved view @desktop', async ({
  as,
  works,
}) => {
  test.slow()
  const carla = await works.administrator('Carla', 'Columna')
  const project = await works.project({ name: 'Obra de columnas' })
  await project.order('Dintel de columnas', '1234')
  const page = await as(carla.email, '/empresa/documents')
  const own = ['ID', 'Nombre', 'Proyecto', 'Proveedor', 'Tipo', 'Monto', 'Estado', 'Fecha', 'Ver']
  await expect(headers(page)).toHaveText(own)

  await test.step('one is added and one removed', async () => {
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await panel(page).getByLabel('Cliente', { exact: true }).focus()
    await page.keyboard.press('Space')
    await panel(page).getByLabel('Tipo', { exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(headers(page)).toHaveText(
      own.map(name => (name === 'Tipo' ? 'Cliente' : name)).toSorted(byPlace),
    )
    await expect(page).toHaveURL(/columns=project\.client\.provider\.status\.date$/)
    await wellMadeDialog(page)
    await page.keyboard.press('Escape')
    await expect(button(page)).toBeFocused()
  })

  await test.step('the rows say what the column is called', async () => {
    const row = page.getByRole('row', { name: /Dintel de columnas/ })
    await expect(row).toContainText(works.client.name)
  })

  await test.step('the person finds them again, without an address that says so', async () => {
    await page.goto('/empresa/documents')
    await expect(headers(page).filter({ hasText: 'Cliente' })).toBeVisible()
    await expect(headers(page).filter({ hasText: 'Tipo' })).toHaveCount(0)
  })

  await test.step('a saved view has its own', async () => {
    await page.goto('/empresa/documents?columns=approvedOn.executedOn')
    await page.getByRole('button', { name: 'Vistas', exact: true }).click()
    const views = page.getByRole('dialog', { name: 'Vistas guardadas' })
    await views.getByLabel('Guarda lo que ves con un nombre').fill('Fechas')
    await views.getByRole('button', { name: 'Guardar vista' }).click()
    await expect(page.getByText('Vista «Fechas» guardada')).toBeVisible()
    await page.goto('/empresa/documents')
    await page.getByRole('button', { name: 'Vistas', exact: true }).click()
    await views.getByRole('link', { name: 'Fechas' }).click()
    await expect(headers(page)).toHaveText([
      'ID',
      'Nombre',
      'Monto',
      'Aprobado el',
      'Pagado o emitido el',
      'Ver',
    ])
  })

  await test.step('all of them scroll inside the table, and the page stays as wide as the screen', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const every =
      'project.client.provider.type.author.invoiceNumber.status.approvals.date.approvedOn.executedOn'
    await page.goto(`/empresa/documents?columns=${every}`)
    await expect(headers(page)).toHaveCount(15)
    await wellMade(page)
    const name = page.getByRole('row', { name: /Dintel de columnas/ }).getByText('Dintel de columnas')
    expect((await name.boundingBox())?.width).toBeGreaterThan(120)
  })

  await test.step('the usual ones come back', async () => {
    await button(page).click()
    await panel(page).getByRole('button', { name: 'Volver a las de siempre' }).click()
    await expect(headers(page)).toHaveText(own)
    await expect(page).toHaveURL(/\/empresa\/documents$/)
    await page.reload()
    await expect(headers(page)).toHaveText(own)
  })

  await test.step('what is no column is none', async () => {
    await page.goto('/empresa/documents?columns=iban.%3Cb%3E')
    await expect(headers(page)).toHaveText(own)
  })
})

const order = ['ID', 'Nombre', 'Proyecto', 'Cliente', 'Proveedor', 'Monto', 'Estado', 'Fecha', 'Ver']
const byPlace = (one: string, other: string) => order.indexOf(one) - order.indexOf(other)

test('on a phone the rows are cards, and there is nothing to choose @phone', async ({ as }) => {
  const page = await as('cliente@demo.example', '/client/documents')
  await expect(page.getByRole('list', { name: 'Lista de documentos' })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
})
