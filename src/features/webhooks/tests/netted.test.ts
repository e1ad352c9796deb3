// A payment that credit notes reduce, as a receiver hears of it: with what the bank moves.
import { expect, test } from 'vitest'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

const desk = webhookDesk('neto')

test('a payment that credit notes reduce is told with its net amount, also when it comes back', async () => {
  const { app, cast } = desk
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url, ['order.executed', 'payment.returned'])
  await payFrom(app, cast)
  let owed = ''
  const batches = batchesOf(app, cast, () => [owed])
  const { orders } = batches
  owed = await orders.approved({ amountMinor: '20000' })
  const asked = { revision: 1, name: 'Devolución', amountMinor: '3000' }
  const note = (await orders.post(`/api/documents/${owed}/credit-notes`, cast.client, asked)).body.id
  for (const approver of cast.approvers) await orders.decide(note, approver)
  const { body } = await batches.make(cast.executor, {
    creditNotes: [{ creditNoteId: note, documentId: owed }],
  })
  await batches.release(body.id)
  await batches.download(body.id)
  expect((await batches.confirm(body.id)).body.items).toEqual([{ documentId: owed, confirmed: true }])
  const returned = {
    revision: 1,
    payment: 1,
    attempt: 1,
    returnedOn: dayFromToday(),
    reason: 'Cuenta cerrada',
  }
  expect((await orders.post(`/api/documents/${owed}/execution/return`, cast.executor, returned)).status).toBe(
    200,
  )
  await desk.tell()
  const told = receiver.calls
    .map(call => JSON.parse(call.body))
    .filter(({ data }) => data.id === owed)
    .map(({ type, data }) => [type, data.amount.minor, data.paymentAmount?.minor])
  expect(told).toEqual([
    ['order.executed', '20000', '17000'],
    ['payment.returned', '20000', '17000'],
  ])
})
