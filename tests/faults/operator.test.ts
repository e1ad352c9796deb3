// Work of the operator by hand, while the program runs or not.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEmptyCompany } from '#features/companies/commands.ts'
import { createAccount } from '#features/identity/store/accounts.ts'
import { addMember } from '#features/people/commands.ts'
import { newId } from '#kernel/ids.ts'
import { loadKeys } from '#server/auth/signing-keys.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { secret } from '#tests/support/app.ts'
import { later, startMails } from '#tests/support/mails.ts'
import { runOperator } from '#tests/support/run-operator.ts'
import { temporaryFolder } from '#tests/support/server.ts'

const mails = await startMails()
const { db, smtp, queue, deliver } = mails
beforeEach(() => mails.clear())
afterAll(() => mails.stop())

/** Runs `npm run operator -- …` on the test's database until it ends. */
const operator = (...words: readonly string[]) =>
  runOperator({ DATABASE_URL: mails.ownerUrl, APP_SECRET: secret.first.text }, ...words)

async function emptyCompany(name: string): Promise<string> {
  const id = newId()
  const given = { name, email: `hola@${name.toLowerCase()}.example`, plan: 'free' } as const
  await asSystem(db, id, tx =>
    createEmptyCompany(tx, null, { ...given, currency: 'EUR', timeZone: 'Europe/Madrid' }),
  )
  return id
}

describe('operator mail', () => {
  test('lists what failed and what waits, with the reason and without what it says', async () => {
    smtp.mood = 'never'
    await queue()
    await deliver()
    smtp.mood = 'later'
    await queue({ to: 'luis@norte.example', kind: 'invitation' })
    await deliver()
    const { code, output, error } = await operator('mail')
    expect([code, error]).toEqual([0, ''])
    const [failed, waits, ...more] = output.trimEnd().split('\n')
    const subject = '«Restablece tu contraseña»'
    expect(failed).toMatch(
      /^FAILED {2}[0-9a-f-]{36} {2}recovery {2}ana@norte\.example .* tries: 1 .*550 5\.1\.1/,
    )
    expect(waits).toMatch(
      /^waits {3}[0-9a-f-]{36} {2}invitation {2}luis@norte\.example .* tries: 1 .*451 4\.3\.0/,
    )
    expect([failed?.includes(subject), more]).toEqual([true, []])
    expect(output).not.toMatch(/secreto|v1\./)
  })

  test('has one tried again, or all, and what the program then sends leaves the list', async () => {
    smtp.mood = 'never'
    await queue()
    await queue({ to: 'luis@norte.example' })
    await deliver()
    smtp.mood = 'takes'
    const id = /([0-9a-f-]{36}) {2}recovery {2}ana/.exec((await operator('mail')).output)?.[1] ?? ''
    const one = { code: 0, output: 'Will be tried now: 1.\n', error: '' }
    expect(await operator('mail', 'retry', id)).toEqual(one)
    await deliver()
    expect(smtp.received.map(mail => mail.to)).toEqual(['ana@norte.example'])
    expect(await operator('mail', 'retry', 'all')).toEqual(one)
    await deliver()
    expect((await operator('mail')).output).toBe('No mail has failed, and none waits.\n')
  })

  test('refuses what names no such mail', async () => {
    const asked = [['retry', newId()], ['retry', 'x'], ['retry'], ['send']]
    for (const { code, output, error } of await Promise.all(asked.map(words => operator('mail', ...words)))) {
      expect([code, output]).toEqual([1, ''])
      expect(error).not.toMatch(/\bat .*\.ts/)
    }
  })
})

describe('operator first-admin', () => {
  const ana = ['first-admin', '--email', 'Ana@Plataforma.example', '--name', 'Ana', '--last-name', 'Pérez']

  test('refuses what is no person, and makes nobody', async () => {
    const wrong = [
      ['first-admin'],
      ['first-admin', '--email', 'ana@plataforma.example'],
      ['first-admin', '--email', 'ana', '--name', 'Ana'],
      ['first-admin', '--email', 'ana@plataforma.example', '--name', 'A\nna'],
      ['first-admin', '--role', 'admin_saas'],
    ]
    for (const { code, output, error } of await Promise.all(wrong.map(words => operator(...words)))) {
      expect([code, output]).toEqual([1, ''])
      expect(error).toMatch(/--email/)
      expect(error).not.toMatch(/\bat .*\.ts/)
    }
    expect(await admins()).toEqual([])
  })

  test('makes one with a link to set the password, and no second, asked twice at once', async () => {
    const luis = ['first-admin', '--email', 'luis@plataforma.example', '--name', 'Luis']
    const asked = await Promise.all([operator(...ana), operator(...luis)])
    const made = asked.filter(({ code }) => code === 0)
    const refused = asked.filter(({ code }) => code !== 0)
    expect([made.length, refused.length]).toEqual([1, 1])
    expect(made[0]?.output).toMatch(/once, for seven days:\nhttp:\/\/127\.0\.0\.1:3000\/login\?\S+\n$/)
    expect(refused[0]).toEqual({ code: 1, output: '', error: 'La plataforma ya tiene administrador.\n' })
    expect(await operator(...ana)).toMatchObject({ code: 1, output: '' })
    expect(await admins()).toEqual([{ active: true, has_password: false }])
  })

  const admins = () =>
    db.run(
      sql`select active, password_hash is not null as has_password from account where role = 'admin_saas'`,
    )
})

test('operator rotate-keys publishes a key that signs in twenty minutes, and not before', async () => {
  const first = await loadKeys(db, secret)
  expect(await operator('rotate-keys')).toMatchObject({ code: 0, error: '' })
  const between = await loadKeys(db, secret)
  expect([between.signer.kid, between.published.length]).toEqual([first.signer.kid, 2])
  later(20 * 60 + 1)
  const then = await loadKeys(db, secret)
  expect(then.signer.kid).not.toBe(first.signer.kid)
  expect(then.verifiers.has(first.signer.kid)).toBe(true)
  later(66 * 60)
  expect((await loadKeys(db, secret)).published.map(key => key.kid)).toEqual([then.signer.kid])
})

test('operator rotate-keys now has another key sign at once, and no earlier one stays in the set', async () => {
  await operator('rotate-keys')
  const before = (await loadKeys(db, secret)).published.map(key => key.kid)
  expect(before.length).toBeGreaterThan(1)
  expect(await operator('rotate-keys', 'now')).toMatchObject({ code: 0, error: '' })
  const { signer, published } = await loadKeys(db, secret)
  expect(published.map(key => key.kid)).toEqual([signer.kid])
  expect(before).not.toContain(signer.kid)
})

test('operator reseal needs two secrets, and says what it did and what is left', async () => {
  expect(await operator('reseal')).toMatchObject({ code: 1, output: '', error: /APP_SECRETS/ })
  await queue()
  const secrets = { DATABASE_URL: mails.ownerUrl, APP_SECRETS: `${'n'.repeat(32)},${secret.first.text}` }
  const { code, output, error } = await runOperator(secrets, 'reseal')
  expect([code, error]).toEqual([0, ''])
  expect(output).toMatch(/^signing keys sealed anew: [1-9]\d*$/m)
  expect(output).toMatch(/^mails sealed anew: [1-9]\d*$/m)
  expect(output).toMatch(/^passwords of an earlier secret.*: \d+$/m)
  const back = { ...secrets, APP_SECRETS: `${secret.first.text},${'n'.repeat(32)}` }
  expect((await runOperator(back, 'reseal')).output).toMatch(/^mails sealed anew: [1-9]\d*$/m)
})

test('operator migrate prepares with the owner alone, sets the passwords given and no others, and then the roles suffice', async () => {
  // A server of its own: roles belong to all databases of one.
  const home = temporaryFolder()
  const database = await startEmbeddedPostgres({ home: path.join(home, 'postgres'), throwaway: true })
  onTestFinished(async () => {
    await database.stop()
    fs.rmSync(home, { recursive: true, force: true })
  })
  const DATABASE_URL = database.url
  const other = (role: string) =>
    Object.assign(new URL(DATABASE_URL), { username: role, password: 'otra-clave' })
  const roles = {
    DATABASE_APP_URL: other('visto_bueno_app').href,
    DATABASE_PLATFORM_URL: other('visto_bueno_platform').href,
  }
  const withoutOwner = { ...roles, APP_SECRET: secret.first.text }
  const first = await runOperator({ DATABASE_URL }, 'migrate')
  expect([first.code, first.output]).toEqual([0, expect.stringMatching(/The database is ready\.\n$/)])
  expect((await runOperator(withoutOwner, 'mail')).error).toMatch(/password authentication failed/)
  expect((await runOperator(roles, 'migrate')).error).toMatch(/migrate needs DATABASE_URL/)
  const done = await runOperator({ ...roles, DATABASE_URL }, 'migrate')
  expect(done).toEqual({ code: 0, error: '', output: 'The database has all migrations.\n' })
  const alone = await runOperator({ DATABASE_URL, APP_SECRET: secret.first.text }, 'mail')
  expect(alone.error).toMatch(/the password of visto_bueno_app .* is left as it is: set DATABASE_APP_URL/)
  expect(await runOperator(withoutOwner, 'mail')).toMatchObject({ code: 0, error: '' })
}, 240_000)

test('operator mend says what it would do, does it when told to, and then finds nothing', async () => {
  const companyId = await companyWithDoubledPlace()
  const waiting = () =>
    db.run<{ count: number }>(
      sql`select count(*)::int as count from event_unsealed where company = ${companyId}`,
    )
  const [before] = await waiting()
  const told = await operator('mend')
  expect([told.code, told.error]).toEqual([0, ''])
  expect(told.output).toMatch(/^would {3}Taller: event .* waited for its seal twice/)
  expect(told.output).toMatch(/Nothing has been changed/)
  expect(await waiting()).toEqual([before])
  const done = await operator('mend', '--apply')
  expect(done.output).toMatch(/^mended {2}Taller: event .*\n$/)
  // One place less, and one for what the journal tells of it.
  expect(await waiting()).toEqual([before])
  expect((await operator('mend', '--apply')).output).toBe('Nothing is there to mend.\n')
  const facts = await asSystem(db, companyId, tx =>
    tx.all(sql`select action, actor_id from event order by number desc limit 1`),
  )
  expect(facts).toEqual([{ action: 'company.queue_mended', actor_id: null }])
})

/** A company with one person, in whose queue one event waits twice. */
async function companyWithDoubledPlace(): Promise<string> {
  const id = await emptyCompany('Taller')
  const [person] = await db.run<{ id: string }>(sql`insert into account
    (id, email, role, active, name, last_name, created_at, updated_at)
    values (${newId()}, 'jefa@taller.example', 'admin', true, 'Jefa', '', now(), now()) returning id`)
  await db.run(sql`insert into account_company (user_id, company) values (${person?.id}, ${id})`)
  await asSystem(db, id, tx =>
    tx.run(sql`insert into event_unsealed (company, event_id) select company_id, id from event limit 1`),
  )
  return id
}

test('without a verb, or with an unknown one, it says what it can do', async () => {
  for (const words of [
    [],
    ['drop-everything'],
    ['toString'],
    ['mail', '--all'],
    ['mail', '--apply'],
    ['mend', 'everything'],
    ['rotate-keys', 'soon'],
  ]) {
    const { code, error } = await operator(...words)
    expect(code).toBe(1)
    expect(error).toMatch(/npm run operator -- mail/)
  }
})

test('operator remove-factors lets somebody without device and codes in by password, and tells them', async () => {
  const nobody = await operator('remove-factors', '--email', 'nadie@norte.example')
  expect(nobody).toMatchObject({ code: 1, output: '' })
  const [ana] = await db.run<{ id: string; email: string }>(
    sql`select id, email from account where role = 'admin_saas'`,
  )
  const email = ana?.email ?? ''
  expect((await operator('remove-factors', '--email', email)).error).toMatch(/has no second factor/)
  await db.run(sql`
    insert into factor (id, user_id, friendly_name, status, sealed_secret, created_at, updated_at)
    values (${newId()}, ${ana?.id}, 'móvil', 'verified', 'x', now(), now())`)
  await db.run(sql`update account set second_factor = true where id = ${ana?.id}`)
  expect(await operator('remove-factors', '--email', email)).toMatchObject({ code: 0, error: '' })
  const after = await db.run(sql`
    select a.second_factor, (select count(*)::int from factor f where f.user_id = a.id) as factors,
      (select count(*)::int from mail m where m.to_address = a.email and m.kind = 'second_factor') as mails
    from account a where a.id = ${ana?.id}`)
  expect(after).toEqual([{ second_factor: false, factors: 0, mails: 1 }])
})

describe('operator erase-person', () => {
  test('says what it would do, does it when told to, and wants a reason', async () => {
    const companyId = await emptyCompany('Sur')
    const userId = await asSystem(db, companyId, async tx => {
      const email = 'irene@sur.example'
      const account = {
        email,
        role: 'approver',
        passwordHash: null,
        active: true,
        name: 'Irene',
        lastName: 'Sol',
      } as const
      const made = await createAccount(tx, account, tx.now)
      await addMember(tx, null, { userId: made ?? '', role: 'approver', clientId: null, providerId: null })
      return made
    })
    const words = ['erase-person', '--email', 'Irene@Sur.example', '--reason', 'Lo pidió']
    expect(await operator('erase-person', '--email', 'irene@sur.example')).toMatchObject({
      code: 1,
      output: '',
    })
    expect((await operator(...words)).error).toBe(
      'irene@sur.example is an active member of Sur: let them go there first\n',
    )
    await asSystem(db, companyId, tx =>
      tx.run(sql`update member set active = false where user_id = ${userId}`),
    )
    expect(await operator(...words)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^would {3}Sur: .*\nNothing has been changed/),
    })
    expect(await operator(...words, '--apply')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^erased {2}Sur: /),
    })
    const [account] = await db.run<{ name: string; email: string }>(sql`
      select name, email from account where id = ${userId}`)
    expect(account).toEqual({ name: 'Persona borrada', email: `${userId}@borrada.invalid` })
    expect((await operator(...words)).error).toBe('irene@sur.example has no account\n')
  }, 60_000)
})
