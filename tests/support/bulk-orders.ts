// Orders that are decided together, as tests make them, send them and read what was said of each.
import { expect } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast, ordersOf } from '#tests/support/cast.ts'

/** Words of the answer about one order. */
export type Told = {
  documentId: string
  outcome: string
  attention?: string[]
  reason?: string
  state?: string
}

let amount = 30_000

/** An amount that no other order has. */
export const freshAmount = (): string => String(++amount)

/** A company whose provider has been paid, and orders that look like no other. */
export async function startBulk(app: TestApp, name: string, options: CastOptions = {}) {
  const cast = await makeCast(app, name, options)
  const orders = ordersOf(app, cast)
  const fresh = (over: object = {}) => orders.submit({ amountMinor: freshAmount(), ...over })
  await orders.confirm(await orders.approved({ amountMinor: freshAmount() }), cast.executor)
  const send = (items: readonly object[], as = cast.approvers[0], key: string = newId()) =>
    orders.post('/api/approvals/bulk', as, { items }, key)
  const approve = async (ids: readonly string[], as = cast.approvers[0], revision = 1): Promise<Told[]> => {
    const answer = await send(
      ids.map(documentId => ({ documentId, revision })),
      as,
    )
    expect(answer.status).toBe(200)
    expect(answer.body.items.map((each: Told) => each.documentId)).toEqual(ids)
    return answer.body.items
  }
  return { cast, orders, fresh, send, approve }
}

export const outcomes = (told: readonly Told[]) => told.map(({ outcome }) => outcome)
export const reasons = (told: readonly Told[]) => told.map(({ attention }) => attention)

/** An order in the revision that somebody saw. */
export const seen = (documentId: string, revision = 1) => ({ documentId, revision })
