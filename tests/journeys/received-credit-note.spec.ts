import { anotherTaxId } from './accounts.ts'
import { saveFilledIn, supplied } from './invoices.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

/** The same file as a credit note of the invoice `corrected`. */
const asCreditNote = (corrected: string) => (xml: string) =>
  xml
    .replace('<i:Invoice ', '<i:CreditNote ')
    .replace(':Invoice-2', ':CreditNote-2')
    .replace('</i:Invoice>', '</i:CreditNote>')
    .replaceAll('a:InvoiceLine>', 'a:CreditNoteLine>')
    .replace('F-2026/014', 'R-2026/003')
    .replace('F-2026/001', corrected)

/** The same file, paid in full. */
const asPaid = (xml: string) =>
  xml.replace('F-2026/014', 'F-2026/020').replace('>20.00<', '>121.00<').replace('>101.00<', '>0.00<')

test('a credit note in the tray reduces the order whose invoice it names, and an invoice that is paid already asks for nothing', async ({
  as,
  works,
}) => {
  const { name, projectId, file } = await supplied(works)
  const admin = await works.tokenOf({ email: 'empresa@demo.example' })
  const page = await as('empresa@demo.example', '/empresa/received-invoices')
  const input = page.locator('input[type=file][multiple]')
  const row = (number: string) =>
    page
      .getByRole('list', { name: 'Facturas', exact: true })
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasText: number })

  const id = await test.step('its invoice becomes an order, which is approved', async () => {
    await input.setInputFiles(file())
    await row('F-2026/014').getByRole('link', { name: 'Hacer pedido' }).click()
    await saveFilledIn(page)
    await expect(page).toHaveURL(/\/empresa\/projects\/PRJ-\d+$/)
    const { body } = await works.talk.get(`/api/documents?projectId=${projectId}`, admin)
    await works.approve(body.items[0].id)
    return body.items[0].id
  })

  await test.step('the credit note offers that order, filled in, and is settled by it', async () => {
    await page.goto('/empresa/received-invoices')
    await input.setInputFiles({ ...file(asCreditNote('F-2026/014')), name: 'abono.xml' })
    await expect(row('R-2026/003').getByText('Abono', { exact: true })).toBeVisible()
    await expect(row('R-2026/003').getByRole('link', { name: 'Hacer pedido' })).toHaveCount(0)
    await row('R-2026/003').getByRole('button', { name: 'Hacer abono' }).click()
    const choice = page.getByRole('dialog', { name: 'Abono R-2026/003' })
    await expect(choice.getByRole('radio', { name: new RegExp(id) })).toBeChecked()
    await wellMadeDialog(page)
    await choice.getByRole('button', { name: 'Seguir' }).click()
    const dialog = page.getByRole('dialog', { name: `Abono de ${id}` })
    await expect(dialog.getByLabel('Nº de la rectificativa')).toHaveValue('R-2026/003')
    await expect(dialog.getByLabel('Monto', { exact: true })).toHaveValue('121')
    await expect(dialog.getByText('abono.xml')).toBeVisible()
    await wellMadeDialog(page)
    await dialog.getByRole('button', { name: 'Pedir abono' }).click()
    await expect(page.getByRole('heading', { name: 'Abono R-2026/003' })).toBeVisible()
    await wellMade(page)
    await page.goto('/empresa/received-invoices?tab=ordered')
    await expect(row('R-2026/003').getByText('Con pedido')).toBeVisible()
  })

  await test.step('what is paid already stands under its own tab, and nobody orders it', async () => {
    await page.goto('/empresa/received-invoices')
    await input.setInputFiles({ ...file(asPaid), name: 'pagada.xml' })
    await expect
      .poll(
        async () =>
          (await works.talk.get('/api/received-invoices?tab=paid&q=F-2026/020', admin)).body.items.length,
      )
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Ya pagadas' }).click()
    await expect(row('F-2026/020').getByText('Ya pagada', { exact: true })).toBeVisible()
    await expect(row('F-2026/020').getByRole('link', { name: 'Hacer pedido' })).toHaveCount(0)
    await wellMade(page)
  })
})

test('an invoice whose issuer nobody knows proposes it as a provider, and is its own once it is made', async ({
  as,
  works,
}) => {
  const { file, taxId: known } = await supplied(works)
  const taxId = anotherTaxId()
  const page = await as('empresa@demo.example', '/empresa/received-invoices')
  const row = page
    .getByRole('list', { name: 'Facturas', exact: true })
    .getByRole('listitem')
    .filter({ hasText: `${taxId}.xml` })
  await page.locator('input[type=file][multiple]').setInputFiles({
    ...file(xml => xml.replaceAll(known, taxId).replaceAll('F-2026/014', 'F-2026/021')),
    name: `${taxId}.xml`,
  })
  await expect(row.getByText('Su emisor no es un proveedor activo.')).toBeVisible()
  await wellMade(page)
  await row.getByRole('button', { name: 'Proponer proveedor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo proveedor' })
  await expect(dialog.getByLabel('Nombre', { exact: true })).toHaveValue('Cristales del Sur SL')
  await expect(dialog.getByLabel(/NIF/)).toHaveValue(taxId)
  await expect(dialog.getByLabel('IBAN')).toHaveValue('')
  await wellMadeDialog(page)
  await dialog.getByRole('button', { name: 'Crear proveedor' }).click()
  await expect(row.getByRole('button', { name: 'Proponer proveedor' })).toHaveCount(0)
  await expect(row.getByText('Su emisor no es un proveedor activo.')).toHaveCount(0)
})
