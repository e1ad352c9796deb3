// The disk of PostgreSQL fills up under a running program: first for its tables, then for its write-ahead log, too.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#server/database/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import {
  askDatabase,
  type Crowd,
  expectClear,
  expectEachOnce,
  type Heard,
  hear,
  type Place,
  putToWork,
  sendOrder,
  watchMachine,
} from '#tests/support/at-work.ts'
import { type Door, openDoor } from '#tests/support/door.ts'
import { isUp } from '#tests/support/postgres-processes.ts'
import { oneForMany, type RunningServer, startServer, temporaryFolder } from '#tests/support/server.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'
import { talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const longestMs = 5_000
const patience = { timeout: 60_000, interval: 50 }
const unhurried = { timeout: 180_000 }

describe.skipIf(!canMountDisks())(
  'a full disk of the database (left out where no disk can be mounted)',
  () => {
    const dataDir = temporaryFolder()
    let disk: SmallDisk
    let home: string
    let database: EmbeddedPostgres
    let door: Door
    let server: RunningServer
    let client: Place

    beforeAll(async () => {
      disk = mountSmallDisk(400)
      home = path.join(disk.folder, 'postgres')
      database = await startEmbeddedPostgres({ home })
      door = await openDoor(database.port)
      const url = database.url.replace(`:${database.port}/`, `:${door.port}/`)
      const settings = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '1', THROWAWAY_DATABASE: '0' }
      server = await startServer({ ...settings, LOG_LEVEL: 'info', ...oneForMany })
      client = { origin: server.origin, as: await talkTo(server.origin).signIn('cliente') }
    }, 120_000)
    afterAll(async () => {
      disk?.empty()
      await server?.stop()
      await door?.close()
      await database?.stop()
      disk?.unmount()
      fs.rmSync(dataDir, { recursive: true, force: true })
    })

    /** Answers were clear and came in time; each thing that was sent is there once. */
    async function expectNothingLost(crowd: Crowd, lateMs: number): Promise<void> {
      const answers: Heard[] = [...crowd.sent.map(({ heard }) => heard), ...crowd.read]
      expectClear(answers)
      for (const { ms } of answers) expect(ms).toBeLessThan(longestMs + lateMs)
      await expectEachOnce(client, crowd.sent, database.url)
    }

    const someRefused = (crowd: Crowd) => crowd.sent.filter(({ heard }) => heard.status === 503).length

    /** From the moment that there is room and PostgreSQL runs, everybody is served again within five seconds. */
    async function expectBack(since: number, lateMs: number): Promise<void> {
      const write = async () => (await sendOrder(client, 'De vuelta', 'de-vuelta-una-vez')).status
      await expect.poll(write, { timeout: 20_000, interval: 50 }).toBe(200)
      expect(performance.now() - since).toBeLessThan(longestMs + lateMs)
      expect((await hear(client, '/readyz')).status).toBe(200)
    }

    test(
      'without room for its tables: writing is told to wait, reading goes on, and with room all work again by themselves',
      unhurried,
      async () => {
        const machine = watchMachine(server.origin)
        const crowd = putToWork(client, { writers: 3, readers: 3, pauseMs: 5 })
        await expect.poll(() => crowd.sent.length, patience).toBeGreaterThan(10)
        disk.fill(0)
        await expect.poll(() => someRefused(crowd), patience).toBeGreaterThan(10)
        const readMeanwhile = crowd.read.length
        await expect.poll(() => crowd.read.length, patience).toBeGreaterThan(readMeanwhile + 20)
        disk.empty()
        const since = performance.now()
        await crowd.goHome()
        const { lateMs } = await machine.end()
        await expectBack(since, lateMs)
        expect(new Set(crowd.read.slice(0, readMeanwhile + 20).map(({ status }) => status))).toEqual(
          new Set([200]),
        )
        await expectNothingLost(crowd, lateMs)
      },
    )

    test(
      'without room for its write-ahead log PostgreSQL ends itself: what was acknowledged is there when it is back',
      unhurried,
      async () => {
        const machine = watchMachine(server.origin)
        const crowd = putToWork(client, { writers: 3, readers: 3, pauseMs: 5 })
        await expect.poll(() => crowd.sent.length, patience).toBeGreaterThan(10)
        disk.fill(0)
        // Each turn asks for one more segment of the log, until there is none.
        const turn = "select pg_logical_emit_message(false, 'x', 'y'), pg_switch_wal()"
        const panicked = (async () => {
          for (;;) await askDatabase(database.url, turn)
        })()
        // This connection, or another one, has met the end of the log, and all are closed.
        await expect(panicked).rejects.toThrow(
          /No space left on device|terminat|closed|reset|REFUSED|the database system is/i,
        )
        const refused = someRefused(crowd)
        await expect.poll(() => someRefused(crowd), patience).toBeGreaterThan(refused + 5)
        expect((await hear(client, '/healthz')).status).toBe(200)
        disk.empty()
        // PostgreSQL recovers by itself, or cannot without room, and ends: then what watches over it starts it again.
        if (!(await isUp(path.join(home, 'data'), database.url))) {
          database = await startEmbeddedPostgres({ home })
          door.pointTo(database.port)
        }
        const since = performance.now()
        await crowd.goHome()
        const { lateMs } = await machine.end()
        await expectBack(since, lateMs)
        await expectNothingLost(crowd, lateMs)
        const owner = openDb(database.url, { size: 1, isPatient: true })
        expect(await brokenInvariants({ owner }).finally(() => owner.close())).toEqual({})
      },
    )
  },
)
