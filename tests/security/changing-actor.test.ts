// Whoever asks while their company changes: what runs is run as the rows say at last, and nobody is sent away.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Claims } from '#server/auth/session.ts'
import { sql } from '#server/database/sql.ts'
import { withTenant } from '#server/database/tenant.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'

const app = await startProduct()
afterAll(() => app.stop())

test('somebody who is named substitute is looked for in others’ places from their next request on, on every node', async () => {
  const { companyId, clientId, approverIds } = await makeCast(app, 'releva')
  const claims = await claimsOf(companyId, clientId)
  const asActor = () => marksSeen(claims, 'neverSubstitute')
  expect(await asActor()).toEqual([undefined])
  expect(await asActor()).toEqual([true])
  await app.tamper(sql`insert into delegation (company_id, id, from_user, to_user, starts_on, ends_on, covers, created_by, created_at)
    values (${companyId}, ${randomUUID()}, ${approverIds[0]}, ${clientId}, '2020-01-01', '2020-01-02', 'both', ${clientId}, now())`)
  // This node was not told: the rows contradict what it remembers.
  expect(await asActor()).toEqual([true, undefined])
  expect(await asActor()).toEqual([undefined])
})

test('somebody who is given a global list reaches by it from their next request on, on every node', async () => {
  const { companyId, clientId } = await makeCast(app, 'global')
  const claims = await claimsOf(companyId, clientId)
  const asActor = () => marksSeen(claims, 'withoutGlobalList')
  await asActor()
  expect(await asActor()).toEqual([true])
  await app.tamper(sql`insert into member_permission (company_id, user_id, permission)
    values (${companyId}, ${clientId}, 'execute')`)
  expect(await asActor()).toEqual([true, undefined])
})

test('a company that is suspended and goes on again meanwhile costs two more tries, and no answer of 503', async () => {
  const { companyId, clientId } = await makeCast(app, 'cambia')
  const become = (status: string) =>
    app.tamper(sql`update company set status = ${status} where company_id = ${companyId}`)
  const claims = await claimsOf(companyId, clientId)
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

/** Claims of the client's person, as their token says them. */
async function claimsOf(companyId: string, clientId: string): Promise<Claims> {
  const [session] = await app.owner.run<{ id: string; name: string }>(sql`
    select s.id, trim(a.name || ' ' || a.last_name) as name from session s join account a on a.id = s.user_id
    where s.user_id = ${clientId}`)
  return {
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
}

/** The actor's mark at each try of one request. */
function marksSeen(claims: Claims, mark: 'neverSubstitute' | 'withoutGlobalList') {
  const seen: (true | undefined)[] = []
  return withTenant(app.db, { claims, requestId: null, mode: 'read' }, async (_, actor) => {
    seen.push(actor[mark])
    return seen
  })
}
