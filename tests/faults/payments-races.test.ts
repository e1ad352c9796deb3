// The races of payments on two processes that share a database: files and lines of the bank, batches, returns and hands
// that meet. Exactly one wins, the others hear why not, and what is kept holds. `RACES=all` runs them as often as a
// night allows.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenLineWire } from '#features/bank/wire.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { asSeen } from '#tests/support/bank-desk.ts'
import { type CamtEntry, camtFile, otherIban, ownIban } from '#tests/support/bank-files.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { type Answer, type Talk, talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'
import { anotherAccount } from '../journeys/accounts.ts'

const isNight = process.env.RACES === 'all'
const rounds = isNight ? 200 : 4
const patient = { timeout: isNight ? 3_600_000 : 120_000 }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-payments-'))
fs.chmodSync(folder, 0o755)
let database: EmbeddedPostgres
let servers: RunningServer[] = []
let owner: Db
let talks: readonly [Talk, Talk]
let [client, marta, diego, treasury, second] = ['', '', '', '', '']

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '1', ...oneForMany }
  servers = await Promise.all([startServer(env), startServer(env)])
  const [a, b] = servers.map(server => talkTo(server.origin, { isPatient: true }))
  if (!a || !b) throw new Error('two processes')
  talks = [a, b]
  owner = openDb(database.url, { size: 1, isPatient: true })
  await owner.run(sql`update company set plan = 'enterprise'`)
  await owner.run(sql`
    insert into project_permission (company_id, project_id, user_id, permission)
    select m.company_id, 'PRJ-001', m.user_id, x.permission from member m join account who on who.id = m.user_id
    cross join unnest('{view,execute}'::text[]) x (permission) where who.email = 'lucia@demo.example'
    on conflict do nothing`)
  const names = ['cliente', 'marta', 'diego', 'tesoreria', 'lucia']
  ;[client = '', marta = '', diego = '', treasury = '', second = ''] = await Promise.all(
    names.map(name => a.signIn(name)),
  )
}, 120_000)
afterAll(async () => {
  await owner?.close()
  await Promise.all(servers.map(server => server.stop()))
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}, patient.timeout)

/** An outcome: 200, or the refusal. */
const said = ({ status, body }: Answer): string =>
  status === 200 ? 'done' : status === 409 ? body.type.replace('/problems/', '') : `${status} ${body.title}`

/** Whoever is told that the server is busy asks again, under the same key: it was not done. */
async function send(node: 0 | 1, address: string, as: string, body: object): Promise<Answer> {
  const key = crypto.randomUUID()
  for (;;) {
    const answer = await talks[node].post(address, as, body, key)
    if (answer.status !== 503) return answer
  }
}

let turn = 0
/** Sends all at once, half of them to each process, which take turns with the first. */
function atOnce(...asked: readonly (readonly [address: string, as: string, body: object])[]) {
  turn += 1
  return Promise.all(
    asked.map(([address, as, body], index) => send((index + turn) % 2 ? 1 : 0, address, as, body)),
  )
}

let amounts = 7000
const content = (minor: number) => ({
  projectId: 'PRJ-001',
  type: 'gasto',
  providerId: 'PRV-001',
  name: `Carrera ${minor}`,
  amountMinor: String(minor),
})
type Order = { readonly id: string; readonly minor: number }

/** An approved order of an amount that no other has. */
async function approved(): Promise<Order> {
  const minor = ++amounts
  const { body } = await send(0, '/api/documents', client, content(minor))
  for (const as of [marta, diego]) {
    const approval = { revision: 1, decision: 'approve' }
    expect(said(await send(1, `/api/documents/${body.id}/decision`, as, approval))).toBe('done')
  }
  return { id: body.id, minor }
}

const confirmation = () => ({ revision: 1, executedOn: dayFromToday(), reference: 'TRF', comment: 'A mano' })
/** Call that gives the first payment of an order back. */
const givingBack = (id: string) => {
  const first = { revision: 1, payment: 1, attempt: 1 }
  const body = { ...first, returnedOn: dayFromToday(), reason: 'Cuenta cerrada' }
  return [`/api/documents/${id}/execution/return`, treasury, body] as const
}
const paying = (documentIds: readonly string[]) =>
  ['/api/payment-batches', treasury, { documentIds, payOn: nextPayDay() }] as const
/** Call that confirms the payment of an order by hand. */
const confirming = (id: string) => [`/api/documents/${id}/execution`, treasury, confirmation()] as const
const confirmed = async (id: string) => expect(said(await send(0, ...confirming(id)))).toBe('done')

/** Entry of the bank for an order's money: it left, or it came back. */
const entry = ({ minor }: Order, isBack = false): CamtEntry => ({
  amount: (minor / 100).toFixed(2),
  on: dayFromToday(),
  reference: `${isBack ? 'D' : 'B'}-${minor}`,
  ...(isBack ? { side: 'CRDT' } : {}),
  parts: [{ iban: ownIban, name: 'Climatización Norte', ...(isBack ? { returned: 'AC04' } : {}) }],
})

async function uploaded(entries: readonly CamtEntry[]): Promise<string> {
  const bytes = new Uint8Array(camtFile({ iban: otherIban, entries }))
  const { body } = await talks[0].upload(treasury, 'extracto.xml', bytes)
  return body.id
}

const importing = (fileId: string) => ['/api/bank/files', treasury, { fileId }] as const

/** The line of an order's amount that waits. */
async function lineTold({ minor }: Order, isBack = false): Promise<OpenLineWire> {
  const fileId = await uploaded([entry({ id: '', minor }, isBack)])
  expect(said(await send(0, '/api/bank/files', treasury, { fileId }))).toBe('done')
  const { body } = await talks[1].get('/api/bank/lines', treasury)
  const found = body.items.find(({ amount }: OpenLineWire) => Math.abs(Number(amount?.minor)) === minor)
  expect(found).toMatchObject({ certainty: 'exact', kind: isBack ? 'returned' : 'paid' })
  return found
}

const settling = (line: OpenLineWire) =>
  ['/api/bank/lines/settlement', treasury, { lines: [asSeen(line)] }] as const
/** Outcome of the only line of a settlement. */
const settled = ({ status, body }: Answer): string =>
  status === 200 ? (body.items[0].settled.refused ?? 'done') : `${status} ${body.title}`

/** Number of times that an order's payment was made, and that it came back. */
async function madeAndBack({ id }: Order): Promise<number[]> {
  const [found] = await owner.run<{ made: number; back: number }>(sql`
    select count(*)::int as made, count(returned_at)::int as back from execution where document_id = ${id}
      and company_id = (select m.company_id from member m join account who on who.id = m.user_id
        where who.email = 'tesoreria@demo.example')`)
  return [found?.made ?? 0, found?.back ?? 0]
}

const among = (outcomes: readonly string[], ...sought: readonly string[]) =>
  outcomes.filter(outcome => sought.includes(outcome)).length
/** Outcomes of a person and of lines at the desk, who do the same at once. */
const saidByEach = (answers: readonly Answer[]) =>
  answers.map(answer => (answer.body?.items ? settled(answer) : said(answer)))

test('a statement that is imported on both at once is imported once', patient, async () => {
  for (let round = 0; round < rounds; round++) {
    amounts += 1
    const entries = [entry({ id: '', minor: amounts })]
    const files = await Promise.all(Array.from({ length: 6 }, () => uploaded(entries)))
    const outcomes = (await atOnce(...files.map(importing))).map(said)
    expect([among(outcomes, 'done'), among(outcomes, 'already_imported')]).toEqual([1, 5])
  }
})

test('statements that overlap, imported on both at once, add each line once', patient, async () => {
  for (let round = 0; round < rounds; round++) {
    const lines = Array.from({ length: 7 }, (_, index) => entry({ id: '', minor: amounts + 1 + index }))
    amounts += lines.length
    const files = await Promise.all([0, 1, 2, 3, 4, 5].map(from => uploaded(lines.slice(from, from + 2))))
    const answers = await atOnce(...files.map(importing))
    expect(new Set(answers.map(said))).toEqual(new Set(['done']))
    expect(answers.reduce((sum, { body }) => sum + body.fresh, 0)).toBe(lines.length)
  }
})

test('a line that is settled on both at once pays once', patient, async () => {
  for (let round = 0; round < rounds; round++) {
    const order = await approved()
    const line = settling(await lineTold(order))
    const outcomes = (await atOnce(line, line, line, line)).map(settled)
    expect([among(outcomes, 'done'), among(outcomes, 'line_decided')]).toEqual([1, 3])
    expect(await madeAndBack(order)).toEqual([1, 0])
  }
})

test(
  'a payment is made once, confirmed by a person on one and by its line on the other',
  patient,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const order = await approved()
      const line = settling(await lineTold(order))
      const byHand = confirming(order.id)
      const outcomes = saidByEach(await atOnce(byHand, line, byHand, line, byHand, line))
      expect(among(outcomes, 'done'), outcomes.join()).toBe(1)
      expect(among(outcomes, 'already_executed', 'match_changed', 'line_decided'), outcomes.join()).toBe(5)
      expect(await madeAndBack(order)).toEqual([1, 0])
    }
  },
)

test('a batch made on both at once from the same payments is one', patient, async () => {
  for (let round = 0; round < rounds; round++) {
    const ids = [(await approved()).id, (await approved()).id]
    const each = [ids, ids.toReversed(), ids, ids].map(paying)
    const outcomes = (await atOnce(...each)).map(said)
    expect([among(outcomes, 'done'), among(outcomes, 'in_payment_batch')]).toEqual([1, 3])
  }
})

test(
  'a batch released on one and cancelled on the other is cancelled, and its file never leaves',
  patient,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const made = await send(0, ...paying([(await approved()).id]))
      const batch = `/api/payment-batches/${made.body.id}`
      const { review } = (await talks[1].get(batch, second)).body.twoHands
      const release = [`${batch}/release`, second, { seen: review.version }] as const
      const cancel = [`${batch}/cancellation`, treasury, { reason: 'Error' }] as const
      const outcomes = (await atOnce(release, cancel, release, cancel)).map(said)
      const released = outcomes.filter((_, index) => index % 2 === 0)
      expect([outcomes[1], outcomes[3]].toSorted()).toEqual(['batch_cancelled', 'done'])
      expect(among(released, 'done')).toBeLessThan(2)
      expect(among(released, 'done', 'already_released', 'batch_cancelled'), released.join()).toBe(2)
      for (const as of [treasury, second])
        expect(said(await send(0, `${batch}/downloads`, as, {}))).toBe('batch_cancelled')
    }
  },
)

test('a payment comes back on one and is made again on the other only after', patient, async () => {
  for (let round = 0; round < rounds; round++) {
    const order = await approved()
    await confirmed(order.id)
    const [giveBack, again] = [givingBack(order.id), confirming(order.id)]
    const outcomes = (await atOnce(giveBack, again, giveBack, again, giveBack, again)).map(said)
    const made = outcomes.filter((outcome, index) => index % 2 === 1 && outcome === 'done').length
    expect(among(outcomes, 'done') - made).toBe(1)
    expect(made).toBeLessThan(2)
    expect(among(outcomes, 'done', 'payment_not_made', 'already_executed'), outcomes.join()).toBe(6)
    expect(await madeAndBack(order)).toEqual([1 + made, 1])
  }
})

test('a payment comes back once, by a person on one and by its line on the other', patient, async () => {
  for (let round = 0; round < rounds; round++) {
    const order = await approved()
    await send(0, ...settling(await lineTold(order)))
    const line = settling(await lineTold(order, true))
    const byHand = givingBack(order.id)
    const outcomes = saidByEach(await atOnce(byHand, line, byHand, line, byHand, line))
    expect(among(outcomes, 'done'), outcomes.join()).toBe(1)
    expect(among(outcomes, 'payment_not_made', 'match_changed', 'line_decided'), outcomes.join()).toBe(5)
    expect(await madeAndBack(order)).toEqual([1, 1])
  }
})

test(
  'an account that is confirmed on one while the other orders and pays reaches each as it was confirmed',
  patient,
  async () => {
    const [asker, keeper] = await Promise.all([talks[0].signIn('empresa'), talks[0].signIn('gestoria')])
    const payee = '/api/providers/PRV-001'
    for (let round = 0; round < rounds; round++) {
      const ready = await approved()
      const { name, taxId, clientIds, iban: before, version: seen } = (await talks[0].get(payee, asker)).body
      const after = anotherAccount().replaceAll(' ', '')
      const body = { name, taxId, clientIds, iban: after, status: 'active', seen }
      const changed = await talks[0].put(payee, asker, body)
      expect(changed.body.bankWaits, JSON.stringify(changed.body)).toBe(true)
      const { bankChange } = (await talks[1].get(payee, keeper)).body
      const path = `${payee}/bank-changes/${bankChange.id}/decision`
      const decide = [path, keeper, { decision: 'confirm' }] as const
      const order = () => ['/api/documents', client, content(++amounts)] as const
      const answers = await atOnce(order(), decide, paying([ready.id]), order(), order())
      const [first, confirmed, batch, ...others] = answers
      expect(confirmed && said(confirmed)).toBe('done')
      // The first change cools what comes after it.
      expect(['done', 'bank_cool_off']).toContain(batch && said(batch))
      const ids = [first, ...others].map(answer => answer?.body.id)
      const accounts = await owner.run<{ bank_account: string }>(sql`
      select bank_account from document where id = any (${ids}::text[]) and company_id = (
        select company_id from provider where id = 'PRV-001' and iban = ${after})`)
      expect(accounts).toHaveLength(3)
      for (const { bank_account: account } of accounts) expect([before, after]).toContain(account)
    }
  },
)

test('after all of it every promise holds', async () => {
  expect(await brokenInvariants({ owner })).toEqual({})
})
