// Invoices of a supplier that a journey makes: their files bill the demo's company.
import { iban, ublFile } from '../support/invoice-files.ts'
import { anotherAccount, anotherTaxId } from './accounts.ts'
import { expect } from './journey.ts'
import type { Works } from './works.ts'

/** Tax id of the demo's company, as an invoice writes it. */
export const demoTaxId = 'ESB57000895'

/** A supplier whose invoice in XML bills the demo's company, with a project in which it is paid. */
export async function supplied({ talk, clientId, client, ana, luis, caja }: Works) {
  const admin = await talk.signIn('empresa')
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await talk.post(path, admin, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  const taxId = anotherTaxId()
  const account = anotherAccount()
  const name = `Cristales ${taxId.slice(-4)}`
  const providerId = await make('/api/providers', { name, taxId, iban: account, clientIds: [clientId] })
  const contract = { type: 'proveedor', clientId, providerId, totalMinor: '500000', currency: 'EUR' }
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const contractId = await make('/api/contracts', { ...contract, ...dates, description: `Vidrio de ${name}` })
  const projectId = await make('/api/projects', {
    name: `Ventanas ${taxId.slice(-4)}`,
    clientId,
    totalMinor: '500000',
    contractIds: [contractId],
    approverIds: [ana.id, luis.id],
    executorIds: [caja.id],
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
  return { name, taxId, providerId, projectId, account, file, email: client.email }
}
