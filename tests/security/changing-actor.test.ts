// Whoever asks while their company changes: what runs is run as the rows say at last, and nobody is sent away.
import { afterAll, expect, test } from 'vitest'
import type { Claims } from '#server/auth/session.ts'
import { sql } from '#server/database/sql.ts'
import { withTenant } from '#server/database/tenant.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'

const app = await startProduct()
afterAll(() => app.stop())

test('a company that is suspended and goes on again meanwhile costs two more tries, and no answer of 503', async () => {
  const { companyId, clientId } = await makeCast(app, 'cambia')
  const become = (status: string) =>
    app.tamper(sql`update company set status = ${status} where company_id = ${companyId}`)
  const [session] = await app.owner.run<{ id: string; name: string }>(sql`
    select s.id, trim(a.name || ' ' || a.last_name) as name from session s join account a on a.id = s.user_id
    where s.user_id = ${clientId}`)
  const claims: Claims = {
    userId: clientId,
    sessionId: session?.id ?? '',
    companyId,
    role: 'client',
    name: session?.name ?? '',
    clientId,
    providerId: null,
    zone: 'Europe/Madrid',
    isSample: false,
    counter: 0,
    aal: 'aal1',
    impersonator: null,
    isStrict: false,
  }
  await become('suspended')
  const seen: boolean[] = []
  const answer = await withTenant(app.db, { claims, requestId: null, mode: 'read' }, async (tx, actor) => {
    seen.push(actor.companySuspended)
    // Answered behind the question whether the session lives: the first try has read the company as suspended.
    await tx.one(sql`select 1`)
    if (seen.length === 1) await become('active')
    return actor.companySuspended
  })
  expect(answer).toBe(false)
  expect(seen).toEqual([false, true, false])
})
