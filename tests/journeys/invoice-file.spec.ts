import { iban, invoicePdf, invoiceRows, verifactuAddress } from '../support/invoice-files.ts'
import { demoTaxId, openOrderOf, saveFilledIn, supplied } from './invoices.ts'
import { expect, test, wellMade } from './journey.ts'

test('an invoice in XML becomes an order without a figure typed, and whoever approves reads it as a page', async ({
  as,
  works,
}) => {
  const { name, projectId, file, email } = await supplied(works)
  const page = await as(email, `/client/projects/${projectId}/documents/new?type=gasto`)
  await page.getByLabel('Adjuntos', { exact: true }).setInputFiles(file())
  const read = page.getByRole('region', { name: 'Factura leída: factura.xml' })
  await expect(read).toContainText('Cristales del Sur SL')
  // Nothing of it needs a look: the issuer, the recipient and the account are known.
  await expect(read.getByRole('list', { name: 'Por comprobar' })).toHaveCount(0)
  await wellMade(page)

  await read.getByRole('button', { name: 'Rellenar el pedido' }).click()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(
    'Factura F-2026/014: Cristales & marcos',
  )
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Monto', { exact: true })).toHaveValue('121')
  await expect(page.getByRole('combobox', { name: 'Proveedor' })).toHaveValue(name)
  await expect(page.getByLabel('Nº de factura')).toHaveValue('F-2026/014')
  await wellMade(page)
  await saveFilledIn(page)
  await expect(page).toHaveURL(/\/client\/projects\/PRJ-\d+$/)

  const approver = await as(works.ana.email, '/client/pending-approvals')
  await openOrderOf(approver, name)
  const shown = approver.getByRole('region', { name: 'Factura electrónica' })
  await expect(shown).toContainText('Cristales & marcos')
  await expect(shown).toContainText('A pagar101 €')
  await wellMade(approver)
})

test('of a PDF with the QR of the tax office the total is exact, and what its text says is marked', async ({
  as,
  works,
}) => {
  const { name, taxId, projectId, account, email } = await supplied(works)
  const page = await as(email, `/client/projects/${projectId}/documents/new?type=gasto`)
  const text = invoiceRows.map(row =>
    row
      .replace('B-12345674', taxId)
      .replace('A28000008', demoTaxId.slice(2))
      .replace(/IBAN .*/, `IBAN ${account}`),
  )
  await page.getByLabel('Adjuntos', { exact: true }).setInputFiles({
    name: 'factura.pdf',
    mimeType: 'application/pdf',
    buffer: await invoicePdf({ text, qr: verifactuAddress.replace('B12345674', taxId) }),
  })
  const read = page.getByRole('region', { name: 'Factura leída: factura.pdf' })
  await expect(read).toContainText('Código QR')
  await expect(read).toContainText('03/12/2026 por comprobar')
  await expect(read).not.toContainText('121,00 € por comprobar')
  await wellMade(page)
  await read.getByRole('button', { name: 'Rellenar el pedido' }).click()
  await expect(page.getByLabel('Monto', { exact: true })).toHaveValue('121')
  await expect(page.getByRole('combobox', { name: 'Proveedor' })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: 'Vence, pago 1' })).toHaveValue('03/12/2026')
})

test('another account than the confirmed one is an alarm, over which an order is sent with a reason that its approver reads', async ({
  as,
  works,
}) => {
  const { name, projectId, account, file, email } = await supplied(works)
  const page = await as(email, `/client/projects/${projectId}/documents/new?type=gasto`)
  const swapped = file(xml => xml.replace(account, iban))
  await page.getByLabel('Adjuntos', { exact: true }).setInputFiles(swapped)
  const findings = page.getByRole('list', { name: 'Por comprobar' })
  await expect(findings).toContainText('La cuenta de la factura no es la confirmada del proveedor')
  await expect(page.getByLabel('Monto', { exact: true })).toHaveValue('')
  await wellMade(page)
  await page.getByRole('button', { name: 'Rellenar el pedido' }).click()
  await saveFilledIn(page)
  const reason = page.getByLabel('Por qué se envía con esta alarma')
  await expect(reason).toBeFocused()
  await expect(page.getByText(/^Explica por qué se envía con esta alarma\./)).toBeVisible()
  await wellMade(page)
  await reason.fill('Ha cambiado de banco')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page).toHaveURL(/\/client\/projects\/PRJ-\d+$/)

  const approver = await as(works.ana.email, '/client/pending-approvals')
  await openOrderOf(approver, name)
  const alarm = approver.getByText('La factura tiene una alarma').locator('..')
  await expect(alarm).toContainText('no es la confirmada del proveedor')
  await expect(alarm).toContainText('«Ha cambiado de banco»')
  await wellMade(approver)
})

test('an invoice that cannot be read says why, and is attached all the same', async ({ as, works }) => {
  const { projectId, file, email } = await supplied(works)
  const page = await as(email, `/client/projects/${projectId}/documents/new?type=gasto`)
  const hostile = file(xml => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY x "y">]>'))
  await page.getByLabel('Adjuntos', { exact: true }).setInputFiles(hostile)
  await expect(page.getByText('No se ha podido leer la factura de factura.xml')).toBeVisible()
  await expect(page.getByText(/DTD/)).toBeVisible()
  await wellMade(page)
})
