// PostgreSQL stops for half a minute in the middle of its work, and goes on: the kernel keeps every byte that was sent.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDb } from '#server/database/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import {
  askDatabase,
  expectClear,
  expectEachOnce,
  type Heard,
  hear,
  type Place,
  putToWork,
  watchMachine,
} from '#tests/support/at-work.ts'
import { freeze } from '#tests/support/postgres-processes.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts'
import { talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-stall-'))
fs.chmodSync(folder, 0o755)
const home = path.join(folder, 'postgres')
const stallMs = 30_000
const longestMs = 5_000
let database: EmbeddedPostgres
let smtp: SmtpServer
let server: RunningServer
let client: Place

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home, throwaway: true })
  smtp = await startSmtp()
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'avisos@empresa.example' }
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'info', ...oneForMany }
  // Of the demo no mail leaves: it is built, and served as what it is not.
  await (await startServer({ ...settings, DEMO: '1' })).stop()
  server = await startServer({ ...settings, ...mail, DEMO: '0' })
  client = { origin: server.origin, as: await talkTo(server.origin).signIn('cliente') }
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await smtp?.close()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const readiness = () => hear(client, '/readyz')
const asking = ['marta', 'diego', 'lucia', 'tesoreria', 'empresa', 'cliente']
const askForMail = async (name: string) => {
  const body = JSON.stringify({ email: `${name}@demo.example` })
  const headers = { 'content-type': 'application/json' }
  const { status } = await hear(client, '/auth/v1/recover', { method: 'POST', headers, body })
  expect(status).toBe(200)
}
const patience = { timeout: 20_000, interval: 50 }

const ask = <Row extends pg.QueryResultRow>(text: string) => askDatabase<Row>(database.url, text)

it('half a minute without the database: everybody hears so within five seconds, nothing is lost or done twice, and five seconds after its end all work again', {
  timeout: 180_000,
}, async () => {
  const crowd = putToWork(client, { writers: 6, readers: 6, pauseMs: 20 })
  await expect.poll(() => crowd.sent.length, patience).toBeGreaterThan(20)
  const machine = watchMachine(server.origin)
  await Promise.all(asking.map(askForMail))
  const ready: Heard[] = []
  const began = performance.now()
  const frozen = freeze(path.join(home, 'data'))
  try {
    while (performance.now() - began < stallMs) {
      ready.push(await readiness())
      await sleep(500)
    }
  } finally {
    frozen.goOn()
  }
  const over = performance.now()
  await expect.poll(async () => (await readiness()).status, { ...patience, timeout: 5_000 }).toBe(200)
  // From five seconds after its end on, and what the machine was late, nobody hears anything but what they asked for.
  await sleep(over + longestMs - performance.now())
  const { lateMs } = await machine.end()
  await sleep(over + longestMs + lateMs - performance.now())
  const fromNow = [crowd.sent.length, crowd.read.length] as const
  await expect.poll(() => crowd.sent.length - fromNow[0], patience).toBeGreaterThan(40)
  await crowd.goHome()
  const answers = [...crowd.sent.map(({ heard }) => heard), ...crowd.read]
  const meanwhile = answers.filter(({ at }) => at > began && at < over)

  expectClear(answers)
  expect(meanwhile.filter(({ status }) => status === 503).length).toBeGreaterThan(12)
  for (const heard of answers) expect(heard.ms).toBeLessThan(longestMs + lateMs)
  const later = [
    ...crowd.sent.slice(fromNow[0] + 6).map(({ heard }) => heard),
    ...crowd.read.slice(fromNow[1] + 6),
  ]
  expect(later.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(ready.slice(1).map(({ status }) => status))).toEqual(new Set([503]))
  for (const { ms } of ready) expect(ms).toBeLessThan(3_000 + lateMs)

  await expectEachOnce(client, crowd.sent, database.url)

  // Work behind the answers has gone on by itself, and has told nobody twice.
  const waiting = () =>
    ask<{
      count: number
    }>(`select ((select count(*) from event_unsealed) + (select count(*) from outbox_message)
      + (select count(*) from mail where sent_at is null))::int as count`)
  await expect.poll(async () => (await waiting())[0]?.count, { timeout: 90_000, interval: 500 }).toBe(0)
  const twice = `select from notice where document_id is not null
    group by company_id, user_id, topic, document_id, facts having count(*) > 1`
  expect(await ask(twice)).toEqual([])
  const mailed = smtp.received.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1] ?? '')
  expect(mailed.length).toBeGreaterThanOrEqual(asking.length)
  expect(new Set(mailed).size).toBe(mailed.length)
  const owner = openDb(database.url, { size: 1, isPatient: true })
  expect(await brokenInvariants({ owner }).finally(() => owner.close())).toEqual({})
})
