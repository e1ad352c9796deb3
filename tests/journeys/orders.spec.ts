import { chooseIn, filterBy, filterChips, openFilters } from './filters.ts'
import { choose, expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('payment orders over all projects: narrowed by project, status and words, kept in the address', async ({
  as,
  isMobile,
}) => {
  const page = await as('cliente@demo.example', '/client/projects/payment-orders')
  await expect(page.getByRole('heading', { name: 'Pedidos de Pago a Proveedores' })).toBeVisible()
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
  if (!isMobile) {
    const headers = page.getByRole('columnheader')
    await expect(headers).toHaveText(['ID', 'Nombre', 'Proveedor', 'Monto', 'Estado', 'Fecha', 'Acciones'])
  }
  if (isMobile) await filterBy(page, form => chooseIn(form, 'Proyecto', 'Reforma Hotel Brisa'))
  else await page.getByLabel('Proyecto').selectOption({ label: 'Reforma Hotel Brisa' })
  await expect(page).toHaveURL(/project=PRJ-001/)
  await page.getByRole('button', { name: /^Pagados/ }).click()
  await expect(page).toHaveURL(/status=paid/)

  await test.step('an order opened from it leads back to the list as it was, and forward again', async () => {
    const orders = page.locator('main a[href*="/documents/DOC-"]')
    await expect(orders).toHaveCount(1)
    await orders.click()
    await expect(page).toHaveURL(/\/documents\/DOC-003$/)
    await page.goBack()
    await expect(page).toHaveURL(/payment-orders\?.*status=paid/)
    await expect(page.getByRole('button', { name: /^Pagados/ })).toHaveAttribute('aria-pressed', 'true')
    await expect(filterChips(page)).toHaveText(['Quitar el filtro Proyecto:Reforma Hotel Brisa'])
    await expect(orders).toHaveCount(1)
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'Climatización planta 1' })).toBeVisible()
    await page.goBack()
  })
  await page.getByLabel('Buscar documentos...').fill('nada de esto existe')
  await expect(page.getByText('No se encontraron documentos')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No se encontraron documentos')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).not.toHaveURL(/status=|q=|project=/)
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
  await filterBy(page, form => chooseIn(form, 'Proyecto', 'Reforma Hotel Brisa'))
  await expect(page).toHaveURL(/project=PRJ-001/)
  await page.getByRole('link', { name: 'Nuevo Pedido de Pago' }).click()
  await page.waitForURL(/\/client\/projects\/PRJ-001\/documents\/new\?type=gasto/)
  await expect(page.getByRole('radio', { name: /pago/i })).toBeChecked()
})

test('a new order of issuance asks for its project first', async ({ as }) => {
  const page = await as('cliente@demo.example', '/client/projects/issuance-orders')
  await expect(page.getByRole('heading', { name: 'Pedidos de Emisión a Clientes' })).toBeVisible()
  await page.getByRole('link', { name: 'Nuevo Pedido de Emisión' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Proyecto requerido')).toBeVisible()
  await choose(page, 'Proyecto', 'Web corporativa')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.waitForURL(/\/client\/projects\/PRJ-002\/documents\/new\?type=emision/)
  await expect(page.getByRole('radio', { name: /emisi/i })).toBeChecked()
})

test('the company finds any order by kind and project', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  await expect(page.getByRole('heading', { name: 'Documentos' })).toBeVisible()
  await filterBy(page, async form => {
    await form.getByLabel('Tipo de pedido').selectOption({ label: 'Pedido de Emisión' })
    await chooseIn(form, 'Proyecto', 'Web corporativa')
  })
  await expect(page).toHaveURL(/type=emision/)
  await page.locator('main a[href*="/documents/DOC-"]').first().click()
  await page.waitForURL(/\/empresa\/projects\/PRJ-002\/documents\/DOC-\d+$/)
})

test('a list that its choices leave empty says so, and one button brings everything back', async ({ as }) => {
  const page = await as('cliente@demo.example', '/client/documents?project=PRJ-002&state=cancelled')
  await expect(page.getByText('No se encontraron documentos')).toBeVisible()
  await filterBy(page, async form => {
    await form.getByLabel('Estado').selectOption({ label: 'Todos los estados' })
    await form.getByLabel('Tipo de pedido').selectOption({ label: 'Pedido de Pago' })
  })
  await expect(page).not.toHaveURL(/state=/)
  await expect(page).toHaveURL(/type=gasto/)
  await expect(page.getByText('Prueba con otro estado, otros filtros u otras palabras.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).not.toHaveURL(/project=|type=/)
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
})

test('a list is filtered by who, how much and when; tabs, sum and address follow, and a chip goes with one press', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  const orders = page.locator('main a[href*="/documents/DOC-"]')
  const todos = page.getByRole('button', { name: /^Todos/ })
  await expect(orders.first()).toBeVisible()
  const all = await orders.count()
  const form = await openFilters(page)
  await wellMadeDialog(page)
  await form.getByLabel('Monto desde').fill('1,234.56')
  await form.getByLabel('Pagado o emitido desde', { exact: true }).fill('2/1/2026')
  await form.getByLabel('Pagado o emitido hasta', { exact: true }).fill('01/01/2026')
  await form.getByRole('button', { name: 'Aplicar' }).click()
  await expect(form.getByText('Escribe un monto como 1.234,56')).toBeVisible()
  await expect(form.getByText('Es anterior al primer día')).toBeVisible()
  await wellMadeDialog(page)
  await form.getByLabel('Monto desde').fill('75.000')
  await form.getByLabel('Pagado o emitido desde', { exact: true }).fill('')
  await form.getByLabel('Pagado o emitido hasta', { exact: true }).fill('')
  await chooseIn(form, 'Proveedor', 'Climatización Norte')
  await form.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page).toHaveURL(/documents\?(?=.*provider=PRV-\d+)(?=.*amountFrom=(%22)?75000)/)
  await expect(filterChips(page)).toHaveText([
    'Quitar el filtro Proveedor:Climatización Norte',
    'Quitar el filtro Monto:desde 75.000',
  ])
  await expect.poll(() => orders.count()).toBeLessThan(all)
  const found = await orders.count()
  await expect(todos).toHaveText(`Todos${found}`)
  await expect(page.getByText(new RegExp(`^${found} pedidos`))).toBeVisible()
  await wellMade(page)
  await page.reload()
  await expect(filterChips(page)).toHaveCount(2)
  await expect(orders).toHaveCount(found)
  await filterChips(page).last().click()
  await expect(page).not.toHaveURL(/amountFrom=/)
  await expect(filterChips(page)).toHaveText(['Quitar el filtro Proveedor:Climatización Norte'])
  await expect.poll(() => orders.count()).toBeGreaterThan(found)
  await expect(todos).toHaveText(`Todos${await orders.count()}`)
  await filterChips(page).click()
  await expect(filterChips(page)).toHaveCount(0)
})
