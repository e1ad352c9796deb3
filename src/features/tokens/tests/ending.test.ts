// Mails about tokens that are about to end.
import { afterAll, expect, test, vi } from 'vitest'
import { warnOfEnding } from '#features/tokens/commands/warn.ts'
import { part, sql } from '#server/database/sql.ts'
import { openPost } from '#server/mail/post.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { origin, secret } from '#tests/support/app.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }
const subject = /^Una clave de API caduca el \d/

async function company(name: string) {
  const companyId = await app.company('enterprise', name)
  const email = (who: string) => `${who}.${name}@pruebas.example`
  const admin = await app.person(companyId, 'admin', email('admin'))
  const client = await app.person(companyId, 'approver', email('aprueba'))
  const warn = () => warnOfEnding(app.db, mailing, [companyId])
  const warned = async (who: string) =>
    (await app.mails(email(who))).filter(mail => subject.test(mail.subject))
  return { companyId, admin, client, warn, warned }
}

test('a person is warned once, in the last week of a token that lives long', async () => {
  const { companyId, client, warn, warned } = await company('norte')
  await giveToken(app, { companyId, userId: client, name: 'ERP', days: 90, madeDaysAgo: 80 })
  await giveToken(app, { companyId, userId: client, name: 'Prueba', days: 10, madeDaysAgo: 5 })
  await warn()
  expect(await warned('aprueba')).toEqual([])
  await giveToken(app, { companyId, userId: client, name: 'Almacén', days: 90, madeDaysAgo: 84 })
  await Promise.all([warn(), warn()])
  await warn()
  const mails = await warned('aprueba')
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('Almacén')
  expect(JSON.stringify(mails)).toContain(`${origin}/client/profile`)
  expect(await warned('admin')).toEqual([])
})

test('administrators are warned of a service, unless it has a later token that does as much', async () => {
  const { companyId, admin, warn, warned } = await company('sur')
  const made = await app.ask('/api/company/tokens', {
    method: 'POST',
    as: await app.signIn('admin.sur@pruebas.example'),
    body: { name: 'Contabilidad', scopes: ['orders:read'], days: 90 },
  })
  const userId = await serviceBehind(made.body.token.id)
  await app.tamper(sql`update api_token set created_at = ${earlier(part`created_at`, part`interval '85 days'`)},
    expires_at = ${earlier(part`expires_at`, part`interval '85 days'`)} where company_id = ${companyId}`)
  await giveToken(app, { companyId, userId, kind: 'service', scopes: ['files:read'], days: 90 })
  const next = await giveToken(app, { companyId, userId, kind: 'service', scopes: ['orders:read'], days: 90 })
  await warn()
  expect(await warned('admin')).toEqual([])
  await app.tamper(sql`update api_token set revoked_at = now(), revoked_by = ${admin} where id = ${next.id}`)
  await warn()
  expect(JSON.stringify(await warned('admin'))).toContain('Contabilidad')
})

test('a company that has ended is told nothing, and a failure in one company keeps no other waiting', async () => {
  const ended = await company('fin')
  await giveToken(app, { companyId: ended.companyId, userId: ended.client, days: 90, madeDaysAgo: 84 })
  await app.tamper(sql`update company set status = 'inactive' where company_id = ${ended.companyId}`)
  await ended.warn()
  expect(await ended.warned('aprueba')).toEqual([])
  const [first, second] = [await company('uno'), await company('dos')]
  for (const { companyId, client } of [first, second])
    await giveToken(app, { companyId, userId: client, days: 90, madeDaysAgo: 84 })
  const failing = { ...mailing, post: vi.fn(mailing.post).mockRejectedValueOnce(new Error('no mail')) }
  const both = [first.companyId, second.companyId]
  await expect(warnOfEnding(app.db, failing, both)).rejects.toThrow('some owners of tokens were not warned')
  expect(await second.warned('aprueba')).toHaveLength(1)
  expect(await first.warned('aprueba')).toEqual([])
  await warnOfEnding(app.db, mailing, both)
  expect(await first.warned('aprueba')).toHaveLength(1)
})

async function serviceBehind(id: string): Promise<string> {
  const [row] = await app.owner.run<{ userId: string }>(
    sql`select user_id as "userId" from api_token where id = ${id}`,
  )
  if (!row) throw new Error(`no token is ${id}`)
  return row.userId
}
