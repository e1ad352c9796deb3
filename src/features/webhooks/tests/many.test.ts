// A webhook for which thousands of deliveries wait, or have failed: each statement changes a batch of them, and all are changed.
import { expect, test } from 'vitest'
import { deliveriesAtOnce } from '#features/webhooks/rules.ts'
import { failedDueAgain, giveUpWaiting } from '#features/webhooks/store/deliveries.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { answers } from '#tests/support/receivers.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

const patient = { timeout: 120_000 }
const desk = webhookDesk('muchas')
const many = 2 * deliveriesAtOnce + 1

/** So many deliveries in a state, beside those that there are. */
const fill = (webhookId: string, state: 'waiting' | 'failed', count: number) =>
  desk.app.tamper(sql`
    insert into webhook_delivery (company_id, id, endpoint_id, event_id, event_type, is_test, body, state, created_at,
      next_try_at)
    select ${desk.cast.companyId}, gen_random_uuid(), ${webhookId}, gen_random_uuid(), 'order.approved', false, '{}',
      ${state}, now(), now() + interval '1 hour' from generate_series(1, ${count}::int)`)
const counts = async (webhookId: string) => {
  const rows = await desk.app.tamper(sql`
    select state, count(*)::int as count from webhook_delivery
    where endpoint_id = ${webhookId} group by state order by state`)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test(
  'what waits for a webhook that is switched off is given up to the last, some at a time',
  patient,
  async () => {
    const receiver = await desk.receiver(answers(410))
    const made = await desk.webhook(receiver.url)
    await fill(made.id, 'waiting', many)
    const given = await asSystem(desk.app.db, desk.cast.companyId, tx => giveUpWaiting(tx, made.id, 10))
    expect(given).toBe(10)
    await desk.approve()
    await desk.tell()
    expect(await desk.read(made.id)).toMatchObject({ state: 'switched_off' })
    expect(await counts(made.id)).toEqual({ failed: many + 1 })
    expect(receiver.calls).toHaveLength(1)
    expect(await desk.app.tamper(sql`select from webhook_lane where endpoint = ${made.id}`)).toEqual([])
  },
)

test(
  'every failed delivery is sent again in one call, some at a time, and a repetition sends none',
  patient,
  async () => {
    const receiver = await desk.receiver()
    const made = await desk.webhook(receiver.url)
    await fill(made.id, 'failed', many)
    const again = await asSystem(desk.app.db, desk.cast.companyId, tx =>
      failedDueAgain(tx, made.id, { since: null, most: 10 }),
    )
    expect(again).toBe(10)
    const key = newId()
    const resend = () =>
      desk.app.ask(`/api/webhooks/${made.id}/resends`, {
        method: 'POST',
        as: desk.cast.admin,
        body: {},
        key,
      })
    expect((await resend()).body).toEqual({ resent: many - 10 })
    expect(await counts(made.id)).toEqual({ waiting: many })
    await fill(made.id, 'failed', 1)
    expect((await resend()).body).toEqual({ resent: many - 10 })
    expect(await counts(made.id)).toEqual({ waiting: many, failed: 1 })
  },
)
