// The races that move money twice when they are lost, over the network, on one process and on two that share a
// database. `RACES=all` runs them as often as a night allows.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { type Answer, type Talk, talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const isNight = process.env.RACES === 'all'
const rounds = isNight
  ? { approvals: 1000, confirmations: 1000, budgets: 200, ends: 500 }
  : { approvals: 15, confirmations: 5, budgets: 1, ends: 5 }
const timeout = isNight ? 3_600_000 : 120_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-races-'))
fs.chmodSync(folder, 0o755)
let database: EmbeddedPostgres
let servers: RunningServer[] = []
let owner: Db

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '1', ...oneForMany }
  servers = await Promise.all([startServer(env), startServer(env)])
  owner = openDb(database.url, { size: 1, isPatient: true })
  // A night makes more orders than a business has in a month.
  await owner.run(sql`update company set plan = 'enterprise'`)
}, 60_000)
afterAll(async () => {
  expect(await brokenInvariants({ owner })).toEqual({})
  await owner.close()
  await Promise.all(servers.map(server => server.stop()))
  await database.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}, timeout)

const repeated = { duplicateReason: 'Son entregas distintas' }
const statuses = (answers: readonly Answer[]) => answers.map(answer => answer.status).toSorted()
const accepted = (answers: readonly Answer[]) => answers.filter(answer => answer.status === 200)

/** Whoever is told that the server is busy asks again, under the same key: it was not done. */
async function patiently(talk: Talk, address: string, as: string, body: object): Promise<Answer> {
  const key = crypto.randomUUID()
  for (;;) {
    const answer = await talk.post(address, as, body, key)
    if (answer.status !== 503) return answer
  }
}

describe.each([1, 2])('on %i processes', count => {
  /** Request after request goes to the next process. */
  const talks = (): Talk[] => servers.slice(0, count).map(server => talkTo(server.origin))
  const cast = async () => {
    const all = talks()
    const [first] = all
    if (!first) throw new Error('a process')
    const names = ['empresa', 'cliente', 'marta', 'diego', 'tesoreria']
    const [admin = '', client = '', marta = '', diego = '', treasury = ''] = await Promise.all(
      names.map(name => first.signIn(name)),
    )
    const via = (turn: number): Talk => all[turn % all.length] ?? first
    const submit = async (over: object = {}) => {
      const order = { projectId: 'PRJ-001', type: 'gasto', providerId: 'PRV-001', amountMinor: '5000' }
      return patiently(via(0), '/api/documents', client, { ...order, name: 'Carrera', ...repeated, ...over })
    }
    const approve = (turn: number, id: string, as: string) =>
      patiently(via(turn), `/api/documents/${id}/decision`, as, { revision: 1, decision: 'approve' })
    return { admin, client, marta, diego, treasury, via, submit, approve, get: first.get }
  }

  test(`the last two approvers leave the order approved, never stuck between them (${rounds.approvals} times)`, {
    timeout,
  }, async () => {
    const { submit, approve, marta, diego } = await cast()
    for (let round = 0; round < rounds.approvals; round++) {
      const { id } = (await submit()).body
      const answers = await Promise.all([approve(round, id, marta), approve(round + 1, id, diego)])
      expect(statuses(answers)).toEqual([200, 200])
      expect(answers.map(answer => answer.body.state)).toContain('approved')
    }
  })

  test(`thirty confirmations execute once (${rounds.confirmations} times)`, { timeout }, async () => {
    const { submit, approve, via, marta, diego, treasury } = await cast()
    const confirmation = { revision: 1, executedOn: dayFromToday(), reference: 'TRF' }
    for (let round = 0; round < rounds.confirmations; round++) {
      const { id } = (await submit()).body
      for (const as of [marta, diego]) await approve(round, id, as)
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, turn) =>
          patiently(via(turn), `/api/documents/${id}/execution`, treasury, confirmation),
        ),
      )
      expect(accepted(answers)).toHaveLength(1)
      expect(new Set(statuses(answers))).toEqual(new Set([200, 409]))
    }
  })

  test(`fifty at once never overspend a contract that blocks, and fill it (${rounds.budgets} times)`, {
    timeout,
  }, async () => {
    const { admin, client, marta, via, approve, get } = await cast()
    const clientId = (await get('/api/clients', admin)).body.items.find(
      (each: { name: string }) => each.name === 'Hoteles Brisa',
    ).id
    const make = async (address: string, body: object) => (await via(0).post(address, admin, body)).body.id
    const martaId = (await get('/api/people', admin)).body.items.find(
      (each: { email: string }) => each.email === 'marta@demo.example',
    ).userId
    for (let round = 0; round < rounds.budgets; round++) {
      const contractId = await make('/api/contracts', {
        type: 'proveedor',
        clientId,
        providerId: 'PRV-001',
        description: 'Justo',
        totalMinor: '500000',
        currency: 'EUR',
        startsOn: '2020-01-01',
        endsOn: '2090-12-31',
        overrunPolicy: 'bloquear',
      })
      const projectId = await make('/api/projects', {
        name: `Justo ${round}`,
        clientId,
        totalMinor: '500000',
        contractIds: [contractId],
        approverIds: [martaId],
        executorIds: [],
      })
      const order = { projectId, type: 'gasto', providerId: 'PRV-001', amountMinor: '10000', ...repeated }
      const sent = await Promise.all(
        Array.from({ length: 60 }, (_, turn) =>
          patiently(via(turn), '/api/documents', client, { ...order, name: `Justo ${turn}` }),
        ),
      )
      expect(accepted(sent)).toHaveLength(50)
      const amended = { revision: 1, totalMinor: '200000', reason: 'Se recorta' }
      expect((await via(1).post(`/api/contracts/${contractId}/amendments`, admin, amended)).status).toBe(200)
      const decided = await Promise.all(accepted(sent).map(({ body }, turn) => approve(turn, body.id, marta)))
      expect(accepted(decided)).toHaveLength(20)
      expect(new Set(statuses(decided))).toEqual(new Set([200, 409]))
      const { balance } = (await get(`/api/contracts/${contractId}`, admin)).body
      expect([balance.committed.minor, balance.total.minor]).toEqual(['200000', '200000'])
    }
  })

  test(`a contract that ends while the last approval is given leaves its order approved before, or blocked (${rounds.ends} times)`, {
    timeout,
  }, async () => {
    const { admin, client, marta, via, approve, get } = await cast()
    const itemsAt = async (address: string) => (await get(address, admin)).body.items
    const clients: { id: string; name: string }[] = await itemsAt('/api/clients')
    const people: { userId: string; email: string }[] = await itemsAt('/api/people')
    const clientId = clients.find(({ name }) => name === 'Hoteles Brisa')?.id
    const martaId = people.find(({ email }) => email === 'marta@demo.example')?.userId
    const make = async (address: string, body: object) => (await via(0).post(address, admin, body)).body.id
    const terms = { description: 'Se acaba', startsOn: '2020-01-01', endsOn: '2090-12-31' }
    const contractId = await make('/api/contracts', {
      type: 'proveedor',
      clientId,
      providerId: 'PRV-001',
      totalMinor: '900000000',
      currency: 'EUR',
      ...terms,
    })
    const projectId = await make('/api/projects', {
      name: `Se acaba ${count}`,
      clientId,
      totalMinor: '900000000',
      contractIds: [contractId],
      approverIds: [martaId],
      executorIds: [],
    })
    const order = { projectId, type: 'gasto', providerId: 'PRV-001', amountMinor: '5000', ...repeated }
    let revision = 1
    const setEnd = async (turn: number, endsOn: string): Promise<Answer> => {
      const talk = via(turn)
      const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ ...terms, endsOn, revision })
      const answer = await talk.ask(`/api/contracts/${contractId}`, { method: 'PUT', headers, body })
      if (answer.status === 200) revision = answer.body.revision
      return answer
    }
    for (let round = 0; round < rounds.ends; round++) {
      const { id } = (await via(0).post('/api/documents', client, { ...order, name: `Último ${round}` })).body
      const [decided, ended] = await Promise.all([
        approve(round, id, marta),
        setEnd(round + 1, dayFromToday(-2)),
      ])
      expect(ended.status, JSON.stringify(ended.body)).toBe(200)
      const { state } = (await get(`/api/projects/${projectId}/documents/${id}`, admin)).body
      expect([decided.status, state]).toEqual(decided.status === 200 ? [200, 'approved'] : [409, 'blocked'])
      expect((await setEnd(round, terms.endsOn)).status).toBe(200)
    }
  })
})
