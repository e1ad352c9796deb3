// Invoices of a supplier that a journey makes: their files bill the demo's company.
import type { Page } from '@playwright/test'
import { iban, ublFile } from '../support/invoice-files.ts'
import { anotherAccount, anotherTaxId } from './accounts.ts'
import { expect } from './journey.ts'
import type { Works } from './works.ts'

/** Tax id of the demo's company, as an invoice writes it. */
export const demoTaxId = 'ESB57000895'

/** Saves an order that an invoice filled in, at rest: what it fills in comes one after the other, and moves the button. */
export async function saveFilledIn(page: Page): Promise<void> {
  await expect(page.getByLabel('Nº de factura')).toHaveValue(/./)
  await expect(page.getByText('Tras este pedido quedarían')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).click()
}

/** Opens the order of this supplier's invoice in an inbox, where those of other journeys may wait too. */
export const openOrderOf = (approver: Page, supplier: string): Promise<void> =>
  approver
    .getByRole('list', { name: 'Documentos pendientes' })
    .getByRole('listitem')
    .filter({ hasText: supplier })
    .getByText('F-2026/014')
    .click()

type SupplierOptions = {
  /** Who executes in its project: the works' treasurer unless told otherwise. */
  readonly executorIds?: readonly string[]
  /** Shares in basis points and days after the invoice. */
  readonly terms?: { readonly parts: readonly { share: number; days: number }[] }
}

/** A supplier whose invoice in XML bills the demo's company, with a project in which it is paid. */
export async function supplied(
  { talk, clientId, client, ana, luis, caja }: Works,
  { executorIds = [caja.id], terms }: SupplierOptions = {},
) {
  const admin = await talk.signIn('empresa')
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await talk.post(path, admin, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  const taxId = anotherTaxId()
  const account = anotherAccount()
  const name = `Cristales ${taxId}`
  const paid = terms ? { paymentTerms: { ...terms, payDays: [] } } : {}
  const providerId = await make('/api/providers', {
    name,
    taxId,
    iban: account,
    clientIds: [clientId],
    ...paid,
  })
  const contract = { type: 'proveedor', clientId, providerId, totalMinor: '500000', currency: 'EUR' }
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const contractId = await make('/api/contracts', { ...contract, ...dates, description: `Vidrio de ${name}` })
  const projectId = await make('/api/projects', {
    name: `Ventanas ${taxId}`,
    clientId,
    totalMinor: '500000',
    contractIds: [contractId],
    approverIds: [ana.id, luis.id],
    executorIds,
  })
  const file = (change: (xml: string) => string = xml => xml) => ({
    name: 'factura.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(
      change(
        ublFile()
          .toString()
          .replaceAll('ESB12345674', `ES${taxId}`)
          .replaceAll('ESA28000008', demoTaxId)
          .replaceAll(iban, account),
      ),
    ),
  })
  return { name, taxId, providerId, contractId, projectId, account, file, email: client.email }
}
