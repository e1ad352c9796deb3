// The database cut, locked, stopped and stalled under a running program, through a door in between.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { watchMachine } from '#tests/support/at-work.ts'
import { type Door, openDoor } from '#tests/support/door.ts'
import { isUnderOtherClock } from '#tests/support/faketime.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { type Answer, type Talk, talkTo } from '#tests/support/talk.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-faults-'))
fs.chmodSync(folder, 0o755)
const home = path.join(folder, 'postgres')
let database: EmbeddedPostgres
let door: Door
let server: RunningServer
let talk: Talk
let client: string
let approver: string

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home, throwaway: true })
  door = await openDoor(database.port)
  const url = database.url.replace(`:${database.port}/`, `:${door.port}/`)
  server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: '1',
    LOG_LEVEL: 'info',
    ...oneForMany,
  })
  talk = talkTo(server.origin)
  client = await talk.signIn('cliente')
  approver = await talk.signIn('marta')
}, 120_000)
afterAll(async () => {
  door?.flow()
  await server?.stop()
  await door?.close()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** For what comes soon, on a machine that may be busy; what is promised is measured by itself. */
const patience = { timeout: 20_000, interval: 10 }
const slack = 800
/** Time limit of a test; how long it takes altogether is no promise. */
const unhurried = { timeout: 120_000 }

/** The work's result, and how late this machine was meanwhile for work that needs no database. */
async function watched<T>(work: Promise<T>): Promise<{ value: T; lateMs: number }> {
  const machine = watchMachine(server.origin)
  const value = await work
  return { value, ...(await machine.end()) }
}

/** As the owner, past the door. */
async function asOwner<T>(use: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  try {
    return await use(owner)
  } finally {
    await owner.end()
  }
}

const order = {
  projectId: 'PRJ-001',
  type: 'gasto',
  providerId: 'PRV-001',
  amountMinor: '100',
  duplicateReason: 'Son muchos iguales',
}
const submit = (name: string, key?: string) => talk.post('/api/documents', client, { ...order, name }, key)
/** Orders of this very name: a search for «1-6» finds «1-60» too. */
const ordersNamed = async (name: string): Promise<unknown[]> => {
  const { body } = await talk.get(`/api/documents?q=${encodeURIComponent(name)}`, client)
  return body.items.filter((found: { name: string }) => found.name === name)
}
const statusOf = async (address: string) => (await fetch(server.origin + address)).status

async function timed(request: Promise<Answer>): Promise<Answer & { ms: number }> {
  const start = performance.now()
  const answer = await request
  return { ...answer, ms: performance.now() - start }
}

/** Another try may help, and that is all it says. */
function expectBusy({ status, body }: Answer): void {
  expect([status, body.type], JSON.stringify(body)).toEqual([503, '/problems/busy'])
  expect(Object.keys(body).toSorted()).toEqual(['requestId', 'status', 'title', 'type'])
}

async function cutWorkingConnections(owner: pg.Client): Promise<number> {
  const { rowCount } = await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where state <> 'idle' and usename = 'visto_bueno_app'`)
  return rowCount ?? 0
}

describe('connections cut in the middle of transactions', () => {
  it('cost a 503 at worst: no order is lost or made twice, and the program goes on', unhurried, async () => {
    const sent: { name: string; key: string; status: number }[] = []
    let isOver = false
    const work = async (worker: number): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const it = { name: `Corte ${worker}-${turn}.`, key: crypto.randomUUID() }
        const answer = await submit(it.name, it.key)
        if (answer.status !== 200) expectBusy(answer)
        sent.push({ ...it, status: answer.status })
      }
    }
    const workers = Array.from({ length: 6 }, (_, worker) => work(worker))
    const isRefused = (it: { status: number }) => it.status === 503
    const cutting = async (owner: pg.Client): Promise<void> => {
      for (let cuts = 0; cuts < 5 || !sent.some(isRefused); ) {
        if ((await cutWorkingConnections(owner)) === 0) continue
        cuts += 1
        const before = sent.length
        await expect.poll(() => sent.length, patience).toBeGreaterThan(before + 12)
      }
    }
    const cut = asOwner(cutting).finally(() => {
      isOver = true
    })
    await Promise.all([cut, ...workers])
    const refused = sent.filter(isRefused)
    for (const it of [...refused, ...sent.slice(-10)]) {
      expect((await submit(it.name, it.key)).status).toBe(200)
      expect(await ordersNamed(it.name)).toHaveLength(1)
    }
    expect(await statusOf('/readyz')).toBe(200)
  })
})

describe('a lock that a stuck session holds', () => {
  it.skipIf(isUnderOtherClock).each([
    ['order', 'document', (id: string) => talk.post(`/api/documents/${id}/decision`, approver, approve)],
    ['project', 'project', () => submit('Tras el candado')],
  ])(
    'on an %s makes others wait two seconds and no more, while reading goes on',
    unhurried,
    async (_, table, act) => {
      const { body } = await submit(`Con candado ${table}`)
      await asOwner(async owner => {
        const { rows } = await owner.query('select company_id from document where name = $1', [
          `Con candado ${table}`,
        ])
        await owner.query('begin')
        const id = table === 'document' ? body.id : 'PRJ-001'
        const which = [rows[0].company_id, id]
        await owner.query(`select from ${table} where company_id = $1 and id = $2 for update`, which)
        let done = 0
        const stuck: Promise<Answer & { ms: number }>[] = []
        for (let behind = 1; behind <= 3; behind++) {
          const answered = timed(act(body.id)).finally(() => {
            done += 1
          })
          stuck.push(answered)
          await expect.poll(async () => done + (await waitingForLocks(owner)), patience).toBe(behind)
        }
        const { value: answers, lateMs } = await watched(Promise.all(stuck))
        for (const answer of answers) {
          expect([409, 503]).toContain(answer.status)
          expect(answer.ms).toBeLessThan(2200 + slack + lateMs)
        }
        expect((await talk.get('/api/documents', approver)).status).toBe(200)
        await owner.query('rollback')
      })
      expect((await act(body.id)).status).toBe(200)
    },
  )
})

async function waitingForLocks(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

const approve = { revision: 1, decision: 'approve' }

describe('a database that stops', () => {
  it('means 503 until it is back, and then work goes on by itself', unhurried, async () => {
    await database.stop()
    const meanwhile = [
      talk.get('/api/projects', client),
      talk.get('/api/approvals/pending', approver),
      submit('Nunca'),
    ]
    const { value: answers, lateMs } = await watched(Promise.all(meanwhile.map(timed)))
    for (const answer of answers) {
      expectBusy(answer)
      expect(answer.ms).toBeLessThan(5000 + slack + lateMs)
    }
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
    database = await startEmbeddedPostgres({ home, throwaway: true })
    door.pointTo(database.port)
    await expect.poll(() => statusOf('/readyz'), patience).toBe(200)
    expect((await submit('Después')).status).toBe(200)
    expect(await ordersNamed('Nunca')).toHaveLength(0)
  })
})

describe('a database that answers nothing', () => {
  it(
    'means 503 within five seconds for everybody, and then the pool serves all at once again',
    unhurried,
    async () => {
      const everybody = () =>
        Array.from({ length: 40 }, (_, index) =>
          timed(index % 2 ? submit(`Atasco ${index}.`) : talk.get('/api/projects', client)),
        )
      await Promise.all(everybody()) // the pool is full of connections that worked
      door.stall()
      const { value: answers, lateMs } = await watched(Promise.all(everybody()))
      for (const answer of answers) {
        expectBusy(answer)
        expect(answer.ms).toBeLessThan(5000 + slack + lateMs)
      }
      expect(await statusOf('/healthz')).toBe(200)
      door.flow()
      await expect.poll(() => statusOf('/readyz'), patience).toBe(200)
      // A slow machine may make some of them wait too long once more; a connection that is lost would never come back.
      const statuses = async () => new Set((await Promise.all(everybody())).map(answer => answer.status))
      await expect.poll(statuses, patience).toEqual(new Set([200]))
    },
  )

  it('means 503 within five seconds for who signs in, too', unhurried, async () => {
    door.stall()
    const asking = timed(
      talk.ask('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'cliente@demo.example', password: 'la que sea' }),
      }),
    )
    const { value: asked, lateMs } = await watched(asking)
    door.flow()
    expect([asked.status, asked.body.code]).toEqual([503, 503])
    expect(asked.ms).toBeLessThan(5000 + slack + lateMs)
    await expect.poll(() => statusOf('/readyz'), patience).toBe(200)
  })
})

describe('ten times as many requests as there are connections', () => {
  it('are answered soon, each with what it asked for or 503, and then work goes on', unhurried, async () => {
    const many = Array.from({ length: 160 }, (_, index) =>
      timed(index % 2 ? submit(`Avalancha ${index}.`) : talk.get('/api/projects', client)),
    )
    const { value: answers, lateMs } = await watched(Promise.all(many))
    for (const answer of answers) {
      if (answer.status !== 200) expectBusy(answer)
      // As long as anybody waits for a connection, and as any statement may take.
      expect(answer.ms).toBeLessThan(2000 + 5000 + slack + lateMs)
    }
    expect(answers.filter(answer => answer.status === 200).length).toBeGreaterThan(0)
    await expect.poll(async () => (await submit('Tras la avalancha')).status, patience).toBe(200)
  })
})

// Last: the program ends here.
describe('SIGTERM while requests run', () => {
  it('lets them finish, and ends within ten seconds', unhurried, async () => {
    // Requests ask first, and work in the background never, whether their session lives.
    const session = String(decodeJwt(client).session_id)
    door.stall()
    // Fewer than the connections that work in the background may leave.
    const running = Array.from({ length: 6 }, (_, index) => submit(`Hasta el final ${index}.`))
    await expect.poll(() => door.kept(session), patience).toBe(6)
    const start = performance.now()
    const ended = server.stop()
    await expect.poll(() => server.output(), patience).toContain('"msg":"stopping"')
    door.flow()
    const answers = await Promise.all(running)
    expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 200))
    expect(await ended).toBe(0)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
