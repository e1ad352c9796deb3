import { filterChips } from './filters.ts'
import { expect, test, wellMade } from './journey.ts'

const loaded = async (page: Parameters<typeof wellMade>[0]) => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
}

test('the company’s panel says how it stands, and every part of it leads to its screen', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa')
  await expect(page).toHaveURL(/\/empresa\/dashboard$/)
  await loaded(page)

  const figures = page.getByRole('list', { name: 'Pedidos por estado' })
  await expect(figures.getByRole('listitem')).toHaveCount(5)
  const blocked = figures.getByRole('listitem').filter({ hasText: 'Bloqueados' })
  const count = Number((await blocked.textContent())?.match(/\d+/)?.[0])
  await blocked.getByRole('link').click()
  await expect(page).toHaveURL(/\/empresa\/documents\?state=blocked$/)
  await expect(filterChips(page)).toHaveText(['Quitar el filtro Estado:Bloqueados'])
  await loaded(page)
  await expect(page.getByRole('button', { name: `Todos ${count}` })).toBeVisible()

  // Each blocked thing links to the screen where it is put right.
  await page.getByRole('link', { name: 'Informe preliminar' }).click()
  await page.getByRole('link', { name: 'Ver los aprobadores del proyecto' }).click()
  await expect(page.getByRole('heading', { name: 'Aprobadores y ejecutores' })).toBeVisible()

  await page.goto('/empresa/dashboard')
  const budgets = page.getByRole('region', { name: 'Presupuesto por contrato' })
  await expect(budgets.getByRole('meter').first()).toBeVisible()
  const shares = await budgets
    .getByRole('meter')
    .evaluateAll(bars => bars.map(bar => Number(bar.getAttribute('aria-valuenow'))))
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  const spend = page.getByRole('region', { name: 'Pagado y emitido por mes' })
  await expect(spend.getByRole('table').getByRole('rowheader')).toHaveCount(6)
  const holders = page.getByRole('region', { name: 'Quién tiene lo pendiente' })
  await holders
    .getByRole('link', { name: /El más antiguo de/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/empresa\/projects\/PRJ-\d+\/documents\/DOC-\d+$/)
})

test('a company without anything is told what to do first', async ({ as }) => {
  const page = await as('nueva@demo.example', '/empresa/dashboard')
  await expect(page.getByRole('heading', { name: 'Primeros pasos' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pedidos por estado' })).toHaveCount(0)
  await wellMade(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await wellMade(page)
  await page.getByRole('link', { name: 'Nuevo Proyecto' }).click()
  await expect(page).toHaveURL(/\/empresa\/projects\/new$/)
})

test('a client sees its months and its contracts, and finds one', async ({ as }) => {
  const page = await as('cliente@demo.example')
  await expect(page).toHaveURL(/\/client\/dashboard$/)
  await loaded(page)
  await expect(page.getByRole('region', { name: 'Montos por mes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mis proyectos' })).toBeVisible()
  await page.getByRole('link', { name: 'Ver todos: Consumo de contratos' }).click()
  await expect(page).toHaveURL(/\/client\/contracts$/)
  await expect(page.getByRole('link', { name: 'Nuevo Contrato' })).toHaveCount(0)
  await page.getByLabel('Buscar contratos...').fill('climatizacion')
  const cards = page.getByRole('list', { name: 'Contratos' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL(/\?q=climatizacion$/)
  await cards.getByRole('link', { name: /^Ver detalles/ }).click()
  await expect(page).toHaveURL(/\/client\/contracts\/CTR-\d+$/)
  await loaded(page)
  await page.goto('/client/contracts?q=nadadeesto')
  await expect(page.getByText('No se encontraron contratos.')).toBeVisible()
  await page.goto('/client/contracts/CTR-999')
  await expect(page.getByRole('link', { name: 'Volver a los contratos' })).toBeVisible()
})
