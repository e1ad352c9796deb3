// The program killed in the middle of its work, every other time with its database: nothing that it acknowledged is lost,
// nothing is done twice. `CRASHES` says how often; a night allows two hundred (`npm run nightly`).
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#server/database/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { askDatabase } from '#tests/support/at-work.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { killAll } from '#tests/support/postgres-processes.ts'
import { oneForMany, type RunningServer, startServer, temporaryFolder } from '#tests/support/server.ts'
import { type Talk, talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const crashes = Number(process.env.CRASHES ?? 2)
/** A night looks at every promise now and then, because that takes longer the more there is. */
const looksEvery = 25
const folder = temporaryFolder()
const home = path.join(folder, 'postgres')
let database: EmbeddedPostgres
let server: RunningServer

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home })
  server = await start()
  await askDatabase(database.url, "update company set plan = 'enterprise'")
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}, 120_000)

/** Neither the program nor its database may lose what it acknowledged. */
const start = () =>
  startServer({
    ...oneForMany,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: '1',
    THROWAWAY_DATABASE: '0',
    APP_SECRET: 'x'.repeat(40),
  })

const people = ['cliente', 'marta', 'diego', 'tesoreria'] as const
type Person = (typeof people)[number]
type Tokens = Readonly<Record<Person, string>>

/** Request under its key, and what was answered; null where the answer never came. */
type Asked = {
  readonly path: string
  readonly by: Person
  readonly body: object
  readonly key: string
  answer: { readonly status: number; readonly body: unknown } | null
}

/** Life of an order, as far as somebody who sends it comes. */
type Life = { readonly name: string; readonly asked: Asked[] }

async function signAllIn(talk: Talk): Promise<Tokens> {
  const [cliente = '', marta = '', diego = '', tesoreria = ''] = await Promise.all(people.map(talk.signIn))
  return { cliente, marta, diego, tesoreria }
}

const send = (talk: Talk, tokens: Tokens, { path, by, body, key }: Asked) =>
  talk.post(path, tokens[by], body, key)

/** Sends a request and notes its answer. False where none came. */
async function ask(talk: Talk, tokens: Tokens, life: Life, step: Omit<Asked, 'key' | 'answer'>) {
  const asked: Asked = { ...step, key: crypto.randomUUID(), answer: null }
  life.asked.push(asked)
  asked.answer = await send(talk, tokens, asked).catch(() => null)
  return asked.answer?.status === 200 ? asked.answer.body : null
}

/** Makes orders, has them approved and confirms them, without pause, until nobody answers any more. */
async function workUntilGone(talk: Talk, tokens: Tokens, lives: Life[], worker: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    const life: Life = { name: `Caída ${worker}-${turn}.`, asked: [] }
    lives.push(life)
    const order = { projectId: 'PRJ-001', type: 'gasto', providerId: 'PRV-001', amountMinor: '100' }
    const body = { ...order, name: life.name, duplicateReason: 'Son muchos iguales' }
    const made = await ask(talk, tokens, life, { path: '/api/documents', by: 'cliente', body })
    if (!made) return
    const { id } = Object(made)
    for (const by of ['marta', 'diego'] as const) {
      const decision = { revision: 1, decision: 'approve' }
      const step = { path: `/api/documents/${id}/decision`, by, body: decision }
      if (!(await ask(talk, tokens, life, step))) return
    }
    const payment = { revision: 1, executedOn: dayFromToday(), reference: 'TRF' }
    const step = { path: `/api/documents/${id}/execution`, by: 'tesoreria', body: payment } as const
    if (!(await ask(talk, tokens, life, step))) return
  }
}

/**
 * A careful client repeats a request whose answer it never got, or that was answered busy, under the same key; any other
 * has the answer it had.
 */
async function askAgain(talk: Talk, tokens: Tokens, lives: readonly Life[]): Promise<number> {
  const all = lives.flatMap(({ asked }) => asked)
  const unanswered = all.filter(({ answer }) => answer?.status !== 200)
  for (const asked of unanswered) {
    asked.answer = await send(talk, tokens, asked)
    expect(asked.answer, asked.path).toMatchObject({ status: 200 })
  }
  const some = all.filter((_, index) => index % 10 === 0)
  for (const asked of some) expect(await send(talk, tokens, asked)).toEqual(asked.answer)
  return unanswered.length
}

/** Each thing that was answered with 200 stands in the journal once; nothing else does. */
async function expectEachOnce(lives: readonly Life[]): Promise<void> {
  const names = lives.map(({ name }) => name)
  const rows = await askDatabase<{ name: string; submitted: number; approved: number; confirmed: number }>(
    database.url,
    `select d.name, count(*) filter (where e.action = 'document.submitted')::int as submitted,
       count(*) filter (where e.action = 'approval.decided')::int as approved,
       count(*) filter (where e.action = 'execution.confirmed')::int as confirmed
     from document d left join event e on e.company_id = d.company_id and e.object_id = d.id
     where d.name = any ($1) group by d.company_id, d.id, d.name order by d.name`,
    [names],
  )
  const done = (life: Life, end: string) =>
    life.asked.filter(({ path, answer }) => path.endsWith(end) && answer?.status === 200).length
  const acknowledged = lives.map(life => ({
    name: life.name,
    submitted: done(life, '/documents'),
    approved: done(life, '/decision'),
    confirmed: done(life, '/execution'),
  }))
  expect(rows).toEqual(acknowledged.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
}

async function expectEveryPromise(): Promise<void> {
  const owner = openDb(database.url, { size: 1, isPatient: true })
  expect(await brokenInvariants({ owner }).finally(() => owner.close())).toEqual({})
}

describe(`a program killed while it works, every other time with its database (${crashes} times)`, () => {
  it('loses nothing that it acknowledged, does nothing twice, and answers as before what is asked again', {
    timeout: 120_000 + crashes * 30_000,
  }, async () => {
    let [acknowledged, unanswered] = [0, 0]
    for (let turn = 0; turn < crashes; turn++) {
      const talk = talkTo(server.origin)
      const tokens = await signAllIn(talkTo(server.origin, { isPatient: true }))
      const lives: Life[] = []
      const workers = Array.from({ length: 12 }, (_, worker) =>
        workUntilGone(talk, tokens, lives, `${turn}-${worker}`),
      )
      const answered = () => lives.flatMap(({ asked }) => asked).filter(({ answer }) => answer).length
      // Each time at another moment of the work.
      await expect.poll(answered, { timeout: 60_000, interval: 5 }).toBeGreaterThan(40 + ((turn * 7) % 50))
      if (turn % 2) killAll(path.join(home, 'data'))
      await server.kill()
      await Promise.all(workers)
      if (turn % 2) database = await startEmbeddedPostgres({ home })
      server = await start()
      const again = talkTo(server.origin, { isPatient: true })
      acknowledged += answered()
      unanswered += await askAgain(again, await signAllIn(again), lives)
      await expectEachOnce(lives)
      if (turn % looksEvery === looksEvery - 1) await expectEveryPromise()
    }
    await expectEveryPromise()
    console.log(
      `${crashes} kills: ${acknowledged} acknowledged, ${unanswered} unanswered, none lost, none twice`,
    )
    expect(unanswered).toBeGreaterThanOrEqual(crashes)
  })
})
