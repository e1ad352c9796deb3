import { choose, expect, test } from './journey.ts'

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
  await page.getByLabel('Proyecto').selectOption({ label: 'Reforma Hotel Brisa' })
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
    await expect(page.getByLabel('Proyecto')).toHaveValue('PRJ-001')
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
  await page.getByLabel('Proyecto').selectOption({ label: 'Reforma Hotel Brisa' })
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
  await page.getByLabel('Tipo de pedido').selectOption({ label: 'Pedido de Emisión' })
  await page.getByLabel('Proyecto').selectOption({ label: 'Web corporativa' })
  await expect(page).toHaveURL(/type=emision/)
  await page.locator('main a[href*="/documents/DOC-"]').first().click()
  await page.waitForURL(/\/empresa\/projects\/PRJ-002\/documents\/DOC-\d+$/)
})

test('a list that its choices leave empty says so, and one button brings everything back', async ({ as }) => {
  const page = await as('cliente@demo.example', '/client/documents?project=PRJ-002&state=cancelled')
  await expect(page.getByText('No se encontraron documentos')).toBeVisible()
  await page.getByLabel('Situación').selectOption({ label: 'Todas las situaciones' })
  await page.getByLabel('Tipo de pedido').selectOption({ label: 'Pedido de Pago' })
  await expect(page).not.toHaveURL(/state=/)
  await expect(page).toHaveURL(/type=gasto/)
  await expect(page.getByText('Prueba con otro estado, otro proyecto u otras palabras.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).not.toHaveURL(/project=|type=/)
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
})
