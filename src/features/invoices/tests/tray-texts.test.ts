// A file in the tray may say anything: what a database cannot keep is left out, and nothing waits for ever.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivedReader } from '#features/invoices/commands/read-received.ts'
import { readInvoice } from '#features/invoices/readers/reading.ts'
import { isRefusal, refuse } from '#kernel/refusal.ts'
import type { Cast } from '#tests/support/cast.ts'
import { startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { uploadFile } from '#tests/support/upload.ts'

let desk: Awaited<ReturnType<typeof startInvoiceDesk>>
let cast: Cast
beforeAll(async () => {
  desk = await startInvoiceDesk()
  ;({ cast } = await desk.billed('textos'))
}, 120_000)
afterAll(() => desk.stop())

/** A file in the tray once it was read by this reader. */
async function readBy(number: string, read: typeof readInvoice) {
  const { app, files } = desk
  const bytes = Buffer.from(ublFile().toString().replaceAll('F-2026/014', number))
  const fileId = await uploadFile(app, cast.client, bytes, 'factura.xml')
  const { body } = await app.ask('/api/received-invoices', {
    method: 'POST',
    as: cast.client,
    body: { fileId },
  })
  const readNext = receivedReader({ db: app.db, files, read })
  while (await readNext(cast.companyId));
  return (await app.ask(`/api/received-invoices/${body.id}`, { as: cast.client })).body
}

test('texts of an invoice are kept without what no database keeps', { timeout: 120_000 }, async () => {
  const found = await readBy('N-1', async job => {
    const invoice = await readInvoice(job)
    if (isRefusal(invoice)) return invoice
    return { ...invoice, number: 'A\u00001', issuer: { ...invoice.issuer, name: 'Sur\ud83d' } }
  })
  expect(found).toMatchObject({ state: 'read', number: 'A1', issuerName: 'Sur\ufffd' })
})

test('a reason that quotes them is kept too', { timeout: 120_000 }, async () => {
  const found = await readBy('N-2', async () => refuse('not_an_amount' as const, { text: '1\u0000\ud83d' }))
  expect(found).toMatchObject({ state: 'unreadable' })
})
