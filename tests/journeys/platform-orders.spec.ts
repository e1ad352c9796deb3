import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const rowsOf = (page: Page, list: string, isMobile: boolean) =>
  isMobile
    ? page.getByRole('list', { name: list }).getByRole('listitem')
    : page
        .getByRole('region', { name: list })
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })

test('the platform follows the orders of all companies without reading what they say', async ({
  as,
  isMobile,
}) => {
  const page = await as('saas@demo.example', '/admin_saas/dashboard')
  await page.getByRole('link', { name: 'Pedidos del mes' }).click()
  await expect(page).toHaveURL(/\/admin_saas\/order-flows$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Flujos de Pedidos' })).toBeVisible()
  const orders = rowsOf(page, 'Pedidos', isMobile)
  await expect(orders.filter({ hasText: 'Grupo Miramar' }).first()).toBeVisible()

  await test.step('narrowed by status, and what is old is said', async () => {
    await page.getByRole('button', { name: 'Bloqueados' }).click()
    await expect(page).toHaveURL(/status=blocked/)
    await expect(orders.first()).toContainText('Bloqueado')
    await expect(orders.filter({ hasText: 'Aprobado' })).toHaveCount(0)
    await expect(orders.first().getByText(/^\d+ días?$/)).toHaveClass(/text-negative/)
  })
  await test.step('searched in the address', async () => {
    const box = page.getByRole('searchbox', { name: 'Buscar pedido...' })
    await box.fill('no hay tal pedido')
    await expect(page.getByText('No se encontraron pedidos.')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(box).toHaveValue('')
    await box.fill('miramar')
    await expect(page).toHaveURL(/order-flows\?q=miramar$/)
    await expect(orders.filter({ hasText: 'Grupo Miramar' }).first()).toBeVisible()
    await box.fill('DOC-007')
    await expect(page).toHaveURL(/q=DOC-007/)
  })
  await test.step('leaves as a file, and the company reads so in its journal', async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const written = await readFile(await (await file).path(), 'utf8')
    expect(written).toMatch(/\nDOC-007;Grupo Miramar;Pedido de /)
    const admin = await as('empresa@demo.example', '/empresa/settings/audit')
    await admin.getByText('Lista de la plataforma exportada').first().click()
    await expect(admin.getByRole('dialog').getByText('Flujos de Pedidos')).toBeVisible()
  })
  await test.step('one of them', async () => {
    await page.getByRole('link', { name: 'Ver detalle de DOC-007, Grupo Miramar' }).click()
    await expect(page).toHaveURL(/\/admin_saas\/order-flows\/[0-9a-f-]{36}\/DOC-007$/)
    await expect(page.getByRole('heading', { level: 1, name: 'DOC-007' })).toBeVisible()
    await expect(rowsOf(page, 'Etapas', isMobile).first()).toContainText('todas')
    await expect(page.getByText('la plataforma no los lee')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/q=DOC-007/)
  })
  await test.step('one that is not there', async () => {
    await page.goto('/admin_saas/order-flows/00000000-0000-7000-8000-000000000000/DOC-001')
    await expect(page.getByText('No existe o no tienes acceso.')).toBeVisible()
  })
})

test('the platform sees the figures of contracts, those about to end, and what the companies pay', async ({
  as,
  isMobile,
}) => {
  const page = await as('saas@demo.example')
  await page.getByRole('link', { name: 'Contratos por vencer' }).click()
  await expect(page).toHaveURL(/\/admin_saas\/contracts\?state=ending$/)
  await expect(page.getByRole('button', { name: 'Vencen en 30 días' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Todos' }).click()
  await expect(page).toHaveURL(/\/admin_saas\/contracts$/)
  const box = page.getByRole('searchbox', { name: 'Buscar contratos...' })
  await box.fill('miramar')
  await expect(page).toHaveURL(/q=miramar/)
  const cards = page.getByRole('list', { name: 'Contratos' }).getByRole('listitem')
  await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('Fin, próximo primero')
  await expect(page).toHaveURL(/sort=ends/)
  await expect(cards.filter({ hasText: 'Grupo Miramar' }).first()).toBeVisible()
  await cards.getByRole('link', { name: 'Ver detalles de CTR-001, Grupo Miramar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'CTR-001' })).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Consumo del contrato CTR-001' })).toBeVisible()
  await expect(page.getByText('la plataforma no los lee')).toBeVisible()

  await page.goto('/admin_saas/contracts?q=nada%20de%20esto')
  await expect(page.getByText('No se encontraron contratos.')).toBeVisible()

  await page.goto('/admin_saas/monetization')
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Monetización' })).toBeVisible()
  const figures = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(figures).toHaveCount(4)
  await expect(figures.filter({ hasText: /^MRR/ })).toContainText(/[1-9].*US\$|\$/)
  const months = page.getByRole('table', { name: 'MRR de los últimos doce meses' })
  await expect(months.getByRole('row'), 'twelve and the heading').toHaveCount(13)
  await expect(
    rowsOf(page, 'Ingresos por empresa', isMobile).filter({ hasText: 'Grupo Miramar' }),
  ).toHaveCount(1)
  const companies = rowsOf(page, 'Ingresos por empresa', isMobile)
  const first = await companies.first().textContent()
  if (isMobile) await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('Nombre, de la Z a la A')
  else await page.getByRole('button', { name: 'Empresa' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(companies.first()).not.toHaveText(first ?? '')
})

test('orders that do not come are asked for again; an address that is not there is nowhere @desktop', async ({
  as,
}) => {
  const page = await as('saas@demo.example')
  const flows = '**/api/platform/order-flows*'
  await page.route(flows, route => route.abort('internetdisconnected'))
  await page.goto('/admin_saas/order-flows')
  await expect(page.getByRole('alert').filter({ hasText: 'No se ha podido cargar' })).toBeVisible()
  await page.unroute(flows)
  await page.getByRole('button', { name: 'Reintentar' }).first().click()
  await expect(page.getByText('Grupo Miramar').first()).toBeVisible()
  await page.goto('/admin_saas/nada')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})
