// A person who works nowhere any more is erased: their names are nowhere, what they did stands, and the journal is whole.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { identityFact } from '#features/identity/facts.ts'
import { mailboxFact } from '#features/mailboxes/facts.ts'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { erasePerson } from '#privacy/erase-person.ts'
import { exportPerson } from '#privacy/export-person.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { temporaryFolder } from '#tests/support/server.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
beforeAll(async () => {
  app = await startWhole()
})
afterAll(() => app.stop())

const reason = 'Lo pidió por escrito'
const erase = (email: string, isApplied = true) => erasePerson(app.owner, email, { reason, isApplied })

/** Tables with a row that holds one of these words in whatever column. */
async function tablesNaming(...words: readonly string[]): Promise<string[]> {
  const tables = await app.owner.run<{ name: string }>(sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const text = `select count(*)::int as count from public."${name}" t where t::text ~* $1`
    const { rows } = await app.owner.pool.query<{ count: number }>(text, [words.join('|')])
    if ((rows[0]?.count ?? 0) > 0) found.push(name)
  }
  return found
}

/** Number of rows of each table that an export of the person has, and none of its files says a secret. */
async function keptOf(email: string): Promise<{ [table: string]: number }> {
  const into = temporaryFolder()
  onTestFinished(() => fs.rmSync(into, { recursive: true }))
  const url = z.string().parse(app.owner.pool.options.connectionString)
  const made = await exportPerson({ owner: app.owner, url, into, email, now: new Date() })
  const counts: { [table: string]: number } = {}
  for (const file of fs.readdirSync(made?.folder ?? '', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ndjson')) continue
    const text = fs.readFileSync(path.join(made?.folder ?? '', file), 'utf8')
    expect([file, /password_hash|hmac_key|"sealed/.test(text)]).toEqual([file, false])
    const lines = text.split('\n').length - 1
    if (lines > 0) counts[path.basename(file, '.ndjson')] = lines
  }
  return counts
}

/** A company in which Fernanda Iturralde decided, was a substitute, changed her name, had an order given to her, and left. */
async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  const orders = ordersOf(app, cast)
  const email = cast.address('fernanda')
  const person = { name: 'Fernanda', lastName: 'Iturralde' }
  const id = await app.person(cast.companyId, 'approver', email, person)
  const token = await app.signIn(email)
  const post = async (
    path: string,
    as: string | undefined,
    body: object,
    method: 'POST' | 'PUT' = 'POST',
  ) => {
    const answer = await app.ask(path, { method, as, body })
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }
  return { ...cast, orders, email, id, token, post }
}
type World = Awaited<ReturnType<typeof makeWorld>>

/** Life of the person: all that she does and that is done to her, until she leaves. */
async function everythingHappens({ orders, post, ...world }: World, orderName = 'Cemento'): Promise<void> {
  const { admin, approvers, id, token } = world
  await app.owner.run(sql`insert into import (company_id, id, kind, file_name, digest, headings, columns, state, rows, created_by, created_at)
    values (${world.companyId}, gen_random_uuid(), 'people', 'personas.csv', repeat('a', 64), '{Correo,Nombre}', '{}', 'finished', 1,
      ${world.executorId}, now())`)
  await app.owner.run(sql`insert into import_row (company_id, import_id, place, cells, state)
    select company_id, id, 2, array['otra@pruebas.example; ' || ${world.email.toUpperCase()}, 'Fernanda', '52000'], 'good' from import
    where company_id = ${world.companyId}`)
  // An order waits for the first approver, and is given to her.
  const given = await orders.submit({ name: orderName })
  const card = await orders.card(given, admin)
  const seats: readonly { id: string; approverId: string }[] = card.stages[0].seats
  const seat = seats.find(({ approverId }) => approverId === world.approverIds[0])
  const reassignment = `/api/documents/${given}/approvals/${seat?.id}/reassignment`
  await post(reassignment, admin, { revision: 1, userId: id, reason: 'De viaje' })
  await post(`/api/documents/${given}/decision`, token, { revision: 1, decision: 'approve' })
  await orders.decide(given, approvers[1])
  await post(`/api/documents/${given}/certificates`, admin, {})
  // She stands in for the second approver, and decides in their place.
  const days = { startsOn: dayFromToday(), endsOn: dayFromToday(9) }
  await post('/api/delegations', admin, { fromId: world.approverIds[1], toId: id, ...days })
  const forAnother = await orders.submit()
  await post(`/api/documents/${forAnother}/decision`, token, { revision: 1, decision: 'approve' })
  await orders.decide(forAnother, approvers[0])
  await orders.confirm(await orders.approved(), world.executor)
  // She is added to an order, and an administrator decides it in her place.
  await app.ask('/api/company/settings', { method: 'PATCH', as: admin, body: { forcedDecisions: true } })
  await post(`/api/people/${id}/permissions`, admin, { permissions: ['view'] }, 'PUT')
  const forced = await orders.submit()
  const adding = { revision: 1, userId: id, place: 'beside', reason: 'Conoce la obra' }
  await post(`/api/documents/${forced}/approvers`, approvers[1] ?? '', adding)
  const forcing = { revision: 1, decision: 'approve', reason: 'Nadie contesta desde hace un mes' }
  await post(`/api/documents/${forced}/forced-decision`, admin, forcing)
  await post('/auth/v1/user', token, { data: { name: 'María Fernanda', lastName: 'Iturralde' } }, 'PUT')
  await post('/api/account/time-zone', token, { timeZone: 'America/Lima' }, 'PUT')
  await post('/api/saved-views', token, {
    list: 'documents',
    name: 'De Fernanda',
    search: { q: 'Iturralde' },
  })
  // An administrator put a mail of hers aside.
  const discarded = mailboxFact('mailbox.message_discarded', newId(), { after: { from: world.email } })
  await asSystem(app.db, world.companyId, tx => record(tx, { userId: world.executorId }, discarded))
  await deliverAll(app.db)
  // Her telephone keeps a passkey, which bears her name.
  await app.owner.run(sql`insert into passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (gen_random_uuid(), ${id}, 'Móvil de Fernanda', md5(${id}), '\\x00', 0, '{}', now())`)
  const added = identityFact('account.passkey_added', id, {
    after: { sessionId: newId(), passkey: 'Móvil de Fernanda' },
  })
  await asSystem(app.db, world.companyId, tx => record(tx, { userId: id }, added))
  // The company's directory knows her by a name of its own, and something about her was refused to it.
  await app.owner.run(sql`insert into directory_person (company_id, id, user_id, external_id, created_at, changed_at)
    values (${world.companyId}, gen_random_uuid(), ${id}, 'fernanda-77', now(), now())`)
  await app.owner.run(sql`insert into directory_refusal (company_id, id, subject, detail, created_at)
    values (${world.companyId}, gen_random_uuid(), ${world.email}, 'Motivo', now())`)
  // Names that an escalation has of those whose decision an order waits for.
  await app.owner.run(sql`
    update notice set facts = '{"holders": "Ana Pérez y María Fernanda Iturralde"}'
    where company_id = ${world.companyId} and user_id <> ${id}`)
  await post(`/api/people/${id}/departure`, admin, { seats: [] })
}

describe('whoever is erased', () => {
  test('is named nowhere any more but on Constancias, what they did stands, and the journal is one whole chain', async () => {
    const world = await makeWorld('entera')
    await everythingHappens(world)
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
    const before = await tablesNaming('fernanda', 'iturralde')
    expect(before).toEqual(
      expect.arrayContaining([
        'account',
        'approval',
        'directory_person',
        'directory_refusal',
        'event',
        'import_row',
        'notice',
        'passkey',
      ]),
    )

    expect(await tablesNaming('america/lima')).toEqual(['account', 'event'])

    const rows = await keptOf(world.email)
    expect(rows).toMatchObject({
      event: expect.any(Number),
      approval: 3,
      saved_view: 1,
      passkey: 1,
      account: 1,
    })

    const foreseen = await erase(world.email, false)
    expect(await tablesNaming('fernanda', 'iturralde')).toEqual(before)
    expect(await erase(world.email)).toEqual(foreseen)
    expect(foreseen).toEqual([expect.objectContaining({ company: 'entera', certificates: 1 })])

    expect(await tablesNaming('fernanda', 'iturralde')).toEqual(['certificate'])
    expect(await tablesNaming('america/lima')).toEqual([])
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
    const { stages } = await world.orders.card('DOC-001', world.admin)
    expect(stages[0].seats).toContainEqual(
      expect.objectContaining({ approverId: world.id, status: 'approved', approverName: 'Persona borrada' }),
    )
    const told = await app.journal(world.companyId, world.id)
    expect(told.at(-1)).toMatchObject({ action: 'person.erased', after: { digest: expect.any(String) } })
    const again = await app.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: { email: world.email, password: 'una-clave-larga' },
    })
    expect(again.status).toBe(400)
  })

  test('may be several, also in the same event, each vouched for by its own', async () => {
    const world = await makeWorld('varias')
    // An order that is called as she is keeps its name, as its revision does.
    await everythingHappens(world, 'María Fernanda Iturralde')
    const heir = world.address('aprueba0')
    await world.post(`/api/people/${world.approverIds[0]}/departure`, world.admin, { seats: [] })
    await erase(world.email)
    await erase(heir)
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
  })
})

describe('whoever owns the database', () => {
  const wholeErasures =
    'an event whose personal data were erased says what the erasure left, under the seals that it had'

  test('cannot change what an erasure left, nor what came before it, unnoticed', async () => {
    const world = await makeWorld('cambiada')
    await everythingHappens(world)
    await erase(world.email)
    await sealEvents(app.db)
    const company = world.companyId
    const faults = async (change: string) => {
      const client = await app.owner.pool.connect()
      try {
        await client.query('begin')
        await client.query(change, [company])
        const run = async (query: { text: string; values: readonly unknown[] }) =>
          (await client.query(query.text, [...query.values])).rows
        return Object.keys(await brokenInvariants({ owner: { run } }))
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const decided = `select x.event_id from erased_event x join event e on e.company_id = x.company_id
      and e.id = x.event_id and e.action = 'approval.decided' where x.company_id = $1 order by 1 limit 1`
    const changes = [
      `update event set reason = 'otro' where company_id = $1 and id = (${decided})`,
      `update event set after = after || '{"decision": "reject"}' where company_id = $1 and id = (${decided})`,
      `update erased_event set content_sha256 = repeat('0', 64) where company_id = $1 and event_id = (${decided})`,
      `delete from erased_event where company_id = $1 and event_id = (${decided})`,
      `update event_seal set hash = repeat('0', 64) where company_id = $1 and sequence = (select s.sequence - 1
        from event_seal s where s.company_id = $1 and s.event_id = (${decided}))`,
      `insert into erased_event (company_id, event_id, erasure_id, content_sha256) select company_id, id, id, repeat('0', 64)
        from event where company_id = $1 and action = 'document.submitted'`,
    ]
    for (const change of changes) expect(await faults(change), change).toContain(wholeErasures)
    expect(await brokenInvariants(app)).toEqual({})
  })
})

describe('nobody is erased', () => {
  test('who works in a company, of the platform, or of no account', async () => {
    const world = await makeWorld('quedan')
    expect(await erase(world.email)).toMatchObject({
      refused: 'still_a_member',
      facts: { companies: 'quedan' },
    })
    expect(await erase('nadie@pruebas.example')).toMatchObject({ refused: 'no_such_account' })
    await app.signInWithoutCompany()
    expect(await erase('sara@plataforma.example')).toMatchObject({ refused: 'platform_administrator' })
    expect((await app.ask('/api/notices', { as: world.token })).status).toBe(200)
  })
})
