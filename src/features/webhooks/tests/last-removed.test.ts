// A company's last webhook, removed while a node plans its deliveries.
import { expect, test } from 'vitest'
import { activeWebhooks } from '#features/webhooks/store.ts'
import { nextSealedEvents } from '#server/database/sealed-events.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { waitingForLock } from '#tests/support/locks.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

const desk = webhookDesk('ultimo')

test('the last webhook is removed while a node plans, and neither waits for the other in a ring', async () => {
  const made = await desk.webhook('http://127.0.0.1:9/in')
  const remove = () => desk.app.ask(`/api/webhooks/${made.id}`, { method: 'DELETE', as: desk.cast.admin })
  const removed = await asSystem(desk.app.db, desk.cast.companyId, async tx => {
    await nextSealedEvents(tx, 'webhooks', 10)
    const removing = remove()
    await expect.poll(() => waitingForLock(desk.app)).toBe(1)
    // Two that wait for each other would be told apart by the database, after a second.
    await tx.run(sql`set local lock_timeout = '300ms'`)
    expect(await activeWebhooks(tx)).toHaveLength(1)
    return { removing }
  })
  expect((await removed.removing).status).toBe(200)
})
