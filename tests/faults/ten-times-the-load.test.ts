// Ten times as many people as the bench has, none of whom waits a moment between two requests.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#demo/password.ts'
import { openDb } from '#server/database/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import {
  expectClear,
  expectEachOnce,
  type Heard,
  hear,
  type Place,
  putToWork,
  watchMachine,
} from '#tests/support/at-work.ts'
import { freePort } from '#tests/support/port.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

/** Of the bench, `connections` in `bench/run.ts`, ten times. */
const crowdSize = { readers: 210, writers: 90, signingIn: 20 }
const longestMs = 5_000
const mostMegabytes = 700
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-load-'))
fs.chmodSync(folder, 0o755)
let database: EmbeddedPostgres
let server: RunningServer
let metrics: string
let client: Place

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  const port = await freePort()
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: '1',
    METRICS_PORT: String(port),
    LOG_LEVEL: 'info',
  }
  server = await startServer({ ...settings, ...oneForMany })
  metrics = `http://127.0.0.1:${port}/metrics`
  client = { origin: server.origin, as: await talkTo(server.origin).signIn('cliente') }
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const patience = { timeout: 60_000, interval: 100 }

function signIn(name: string): Promise<Heard> {
  const body = JSON.stringify({ email: `${name}@demo.example`, password: demoPassword })
  const headers = { 'content-type': 'application/json' }
  return hear(client, '/auth/v1/token?grant_type=password', { method: 'POST', headers, body })
}

async function residentMegabytes(): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20
}

test('everybody is answered within five seconds with what they asked for or when to come again; somebody signs in; nothing is done twice; and then all is as quick as before', {
  timeout: 180_000,
}, async () => {
  const before = await takenBy(30)
  const machine = watchMachine(server.origin)
  const crowd = putToWork(client, crowdSize)
  const signedIn: Heard[] = []
  let isOver = false
  const signingIn = Array.from({ length: crowdSize.signingIn }, async () => {
    while (!isOver) signedIn.push(await signIn('marta'))
  })
  await expect.poll(() => crowd.sent.length, patience).toBeGreaterThan(crowdSize.writers * 8)
  await expect.poll(() => crowd.read.length, patience).toBeGreaterThan(crowdSize.readers * 8)
  const visitor = await asPeopleDo(() => signIn('lucia'))
  expect(visitor.status).toBe(200)
  const ofVisitor = { ...client, as: visitor.body.access_token }
  expect((await asPeopleDo(() => hear(ofVisitor, '/api/documents'))).status).toBe(200)
  const megabytes = await residentMegabytes()
  isOver = true
  await Promise.all([crowd.goHome(), ...signingIn])
  const over = performance.now()
  const { lateMs } = await machine.end()
  const answers = [...crowd.sent.map(({ heard }) => heard), ...crowd.read]

  const quickAgain = async () => Math.max(...(await takenBy(10)))
  await expect.poll(quickAgain, { ...patience, interval: 0 }).toBeLessThan(3 * Math.max(...before) + 100)
  expect(performance.now() - over).toBeLessThan(longestMs + lateMs)

  expectClear(answers)
  for (const { status } of signedIn) expect([200, 503]).toContain(status)
  // As the program tells it: three hundred clients in one process hear their answers late.
  const taken = [...server.output().matchAll(/"route":.*"ms":([\d.]+)/g)].map(([, ms]) => Number(ms))
  expect(taken.length).toBeGreaterThan(answers.length)
  expect(Math.max(...taken)).toBeLessThan(longestMs + lateMs)
  expect(signedIn.filter(({ status }) => status === 200).length).toBeGreaterThan(signedIn.length / 2)
  expect(megabytes).toBeLessThan(mostMegabytes)
  await expectEachOnce(client, crowd.sent, database.url)
  const owner = openDb(database.url, { size: 1, isPatient: true })
  expect(await brokenInvariants({ owner }).finally(() => owner.close())).toEqual({})
})

/** Milliseconds of so many reads, one after the other. */
async function takenBy(reads: number): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < reads; turn++) taken.push((await hear(client, '/api/documents?limit=20')).ms)
  return taken
}

/** As a browser does: it comes again when it was told to. */
async function asPeopleDo(ask: () => Promise<Heard>): Promise<Heard> {
  for (let tries = 1; ; tries++) {
    const heard = await ask()
    if (heard.status !== 503 || tries === 20) return heard
    await sleep(Number(heard.retryAfter) * 1000)
  }
}
