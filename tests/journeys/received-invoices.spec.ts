import { saveFilledIn, supplied } from './invoices.ts'
import { expect, test, wellMade } from './journey.ts'

test('a supplier sends its invoices, which are read by themselves; one becomes an order, another is refused with a reason', async ({
  as,
  works,
}) => {
  const { name, providerId, file } = await supplied(works)
  const sender = await works.person('Carla', 'Cristal', { role: 'provider', providerId })
  const page = await as(sender.email, '/provider/received-invoices')
  const input = page.locator('input[type=file][multiple]')
  const sent = page.getByRole('list', { name: 'Facturas', exact: true })
  await expect(page.getByText('No hay facturas por tramitar')).toBeVisible()
  await wellMade(page)

  await test.step('each file waits once', async () => {
    const another = file(xml => xml.replaceAll('F-2026/014', 'F-2026/015'))
    await input.setInputFiles([file(), { ...another, name: 'otra.xml' }])
    await expect(sent.getByText('F-2026/014 · 03/11/2026 · factura.xml')).toBeVisible()
    await expect(sent.getByText('F-2026/015 · 03/11/2026 · otra.xml')).toBeVisible()
    await input.setInputFiles(file())
    await expect(page.getByText('Ese archivo ya está en la bandeja.')).toBeVisible()
    await expect(sent.getByRole('listitem')).toHaveCount(2)
    await wellMade(page)
  })

  const admin = await as('empresa@demo.example', '/empresa/received-invoices')
  const row = (number: string) =>
    admin
      .getByRole('list', { name: 'Facturas', exact: true })
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasText: number })

  await test.step('each is found by what it says, and leaves in a file', async () => {
    await admin.getByLabel('Buscar facturas...').fill('f-2026/015')
    await expect(row('F-2026/015')).toBeVisible()
    await expect(row('F-2026/014')).toHaveCount(0)
    await admin.getByLabel('Buscar facturas...').fill('nada de esto')
    await expect(admin.getByText('No se encontraron facturas.')).toBeVisible()
    await wellMade(admin)
    await admin.getByRole('button', { name: 'Limpiar búsqueda' }).click()
    await admin.getByLabel('Estado').selectOption('Leída')
    await expect(admin).toHaveURL(/state=read/)
    await expect(row('F-2026/014')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Exportar' })).toBeVisible()
    await admin.getByLabel('Estado').selectOption('Todos los estados')
  })

  await test.step('one becomes an order of the project that its contract is of, filled in', async () => {
    await row('F-2026/014').getByRole('button', { name: 'Ver' }).click()
    await expect(admin.getByRole('region', { name: 'Factura electrónica' })).toContainText(
      'Cristales & marcos',
    )
    await wellMade(admin)
    await row('F-2026/014').getByRole('link', { name: 'Hacer pedido' }).click()
    await expect(admin.getByLabel('Monto', { exact: true })).toHaveValue('121')
    await expect(admin.getByRole('combobox', { name: 'Proveedor' })).toHaveValue(name)
    await wellMade(admin)
    await saveFilledIn(admin)
    await expect(admin).toHaveURL(/\/empresa\/projects\/PRJ-\d+$/)
    await admin.goto('/empresa/received-invoices?tab=ordered')
    await expect(row('F-2026/014').getByRole('link', { name: /^DOC-\d+$/ })).toBeVisible()
  })

  await test.step('another is refused, and its sender reads why', async () => {
    await admin.goto('/empresa/received-invoices')
    await row('F-2026/015').getByRole('button', { name: 'Rechazar' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Motivo').fill('Falta el número de pedido')
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(row('F-2026/015')).toHaveCount(0)
    await page.goto('/provider/received-invoices?tab=refused')
    await expect(sent).toContainText('Falta el número de pedido')
    await wellMade(page)
  })
})
