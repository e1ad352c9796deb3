// The operator's backup, restore and drill, with PostgreSQL's own programs: taken while people work, by a role that
// only reads; restored by a plain owner on another server. Where no PostgreSQL is installed there is no pg_dump.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { type Ended, endsWhatIsBack, openToEnd } from '#tests/support/after-restore.ts'
import { askDatabase } from '#tests/support/at-work.ts'
import { installedPrograms, startInstalled } from '#tests/support/installed-postgres.ts'
import { type Acknowledged, startLives, stepsWithout } from '#tests/support/lives.ts'
import { runOperator } from '#tests/support/run-operator.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { canMountDisks, mountSmallDisk } from '#tests/support/small-disk.ts'
import { hasSwift, openObjects, startSwift } from '#tests/support/swift.ts'
import { talkTo } from '#tests/support/talk.ts'
import { chainHeads } from '#verify/chain.ts'

const programs = installedPrograms()
const owner = 'a_plain_owner'
const secret = 'a secret of at least thirty-two characters'

describe.skipIf(programs === null)(
  'backup, restore and drill (left out where pg_dump is not installed)',
  () => {
    const bin = programs ?? ''
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-backup-'))
    fs.chmodSync(folder, 0o755)
    const within = (name: string) => path.join(folder, name)
    const [data, backups] = [within('data'), within('backups')]
    let source: Awaited<ReturnType<typeof startInstalled>>
    let target: Awaited<ReturnType<typeof startInstalled>>
    let server: RunningServer
    let settings: { BACKUP_URL: string; DRILL_URL: string; DATA_DIR: string }
    /** A session and a token that were open when the backup was taken, and were ended afterwards. */
    let ended: Ended = { session: '', token: '' }
    /** Steps of orders that were acknowledged before the backup began. */
    let before: readonly Acknowledged[] = []

    beforeAll(async () => {
      source = await startInstalled(bin, within('source'))
      target = await startInstalled(bin, within('target'))
      for (const { ask } of [source, target]) {
        await ask(`create role ${owner} login createrole password 'secreta'`)
        await ask(`create database visto_bueno owner ${owner}`)
      }
      await source.ask(`create role visto_bueno_backup login password 'secreta' bypassrls`)
      await source.ask('grant pg_read_all_data to visto_bueno_backup')
      await target.ask(`create role visto_bueno_drill login createdb createrole bypassrls password 'secreta'`)
      server = await startServer({
        ...oneForMany,
        DATABASE_URL: source.url(owner, 'secreta', 'visto_bueno'),
        DATA_DIR: data,
        APP_SECRET: secret,
        DEMO: '1',
      })
      settings = {
        BACKUP_URL: source.url('visto_bueno_backup', 'secreta', 'visto_bueno'),
        DRILL_URL: target.url('visto_bueno_drill', 'secreta', 'postgres'),
        DATA_DIR: data,
      }
      const db = openDb(source.superuserUrl('visto_bueno'), { size: 1 })
      const waiting = async () => (await db.run(sql`select from event_unsealed`)).length
      await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000 })
      await db.close()
    }, 240_000)
    afterAll(async () => {
      await server?.stop()
      await source?.stop()
      await target?.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    })

    const operator = (env: Record<string, string>, ...words: readonly string[]) =>
      runOperator({ PATH: `${bin}:${process.env.PATH}`, ...env }, ...words)

    const dumpBytes = () => fs.statSync(path.join(lastBackup(), 'database.dump')).size
    const lastBackup = () => path.join(backups, fs.readdirSync(backups).toSorted().at(-1) ?? '')
    const allIn = (folder: string) =>
      fs.readdirSync(folder, { recursive: true }).map(name => path.join(folder, String(name)))
    const readManifest = () => JSON.parse(fs.readFileSync(path.join(lastBackup(), 'manifest.json'), 'utf8'))
    const readHeads = async (url: string) => {
      const db = openDb(url, { size: 1 })
      return chainHeads(db).finally(() => db.close())
    }

    test('a role that row level security binds is refused, and leaves no folder', {
      timeout: 120_000,
    }, async () => {
      const blind = { ...settings, BACKUP_URL: source.url(owner, 'secreta', 'visto_bueno') }
      const { code, error } = await operator(blind, 'backup', backups)
      expect([code, error]).toEqual([1, expect.stringMatching(/sees no company’s rows.*BYPASSRLS/)])
      expect(fs.existsSync(backups)).toBe(false)
    })

    test('while people work it is taken whole: the drill finds every invariant, chain end and file, and is remembered', {
      timeout: 240_000,
    }, async () => {
      const talk = talkTo(server.origin)
      const open = await openToEnd(talk)
      const lives = await startLives(talk, 3)
      await expect.poll(() => lives.acknowledged.length).toBeGreaterThan(12)
      const taken = await operator(settings, 'backup', backups)
      await lives.end()
      ended = await open.end()
      expect([taken.code, taken.error]).toEqual([0, ''])
      expect(lives.faults).toEqual([])
      const { takenAt, endedAt } = readManifest()
      before = lives.acknowledged.filter(({ at }) => at < Date.parse(takenAt))
      expect(before.length).toBeGreaterThan(12)
      expect(lives.acknowledged.some(({ at }) => at > Date.parse(takenAt) && at < Date.parse(endedAt))).toBe(
        true,
      )
      expect(taken.output).toMatch(/Not in it, and needed to restore: APP_SECRET/)
      expect(allIn(lastBackup()).every(name => (fs.statSync(name).mode & 0o077) === 0)).toBe(true)
      expect(fs.readFileSync(path.join(lastBackup(), 'manifest.json'), 'utf8')).not.toContain('secreta')

      const drilled = await operator(settings, 'drill', backups)
      expect([drilled.code, drilled.error]).toEqual([0, ''])
      expect(drilled.output).toMatch(
        /every invariant holds, \d+ chains end where they did, [1-9]\d* files are whole/,
      )
      const left = await target.ask(`select from pg_database where datname like 'visto_bueno_drill_%'`)
      expect(left.rowCount).toBe(0)
      const mark = JSON.parse(fs.readFileSync(path.join(data, 'last-drill.json'), 'utf8'))
      expect(mark).toMatchObject({ at: expect.any(String), backup: lastBackup() })
    })

    test('a plain owner restores it on an empty server: all that was acknowledged before is there, chains end where they did, and people sign in', {
      timeout: 240_000,
    }, async () => {
      const url = target.url(owner, 'secreta', 'visto_bueno')
      const restored = { DATABASE_URL: url, DATA_DIR: within('restored') }
      // Neither a place that cannot be written nor a database that refuses leaves anything.
      const noPlace = await operator({ ...restored, DATA_DIR: '/dev/null' }, 'restore', lastBackup())
      expect(noPlace).toMatchObject({ code: 1, error: expect.stringMatching(/^ENOTDIR: .*\n$/) })
      const ofOthers = target.url('visto_bueno_drill', 'secreta', 'template1')
      const refused = await operator({ ...restored, DATABASE_URL: ofOthers }, 'restore', lastBackup())
      expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/permission denied/) })
      fs.writeFileSync(path.join(lastBackup(), 'files', 'strange'), 'of no list')
      const { code, output, error } = await operator(restored, 'restore', lastBackup())
      expect([code, error]).toEqual([0, ''])
      expect(output).toMatch(/Restored what was there at/)
      expect(fs.existsSync(path.join(within('restored'), 'files', 'strange'))).toBe(false)
      // Without statistics the first lists of a large company are planned as if there were no rows.
      const known = `select from pg_stats where tablename = 'document' and attname = 'state'`
      expect(await askDatabase(target.superuserUrl('visto_bueno'), known)).toHaveLength(1)
      expect(await stepsWithout(target.superuserUrl('visto_bueno'), before)).toEqual([])
      const { chains } = readManifest()
      const heads = await readHeads(target.superuserUrl('visto_bueno'))
      const ends = (of: readonly { sequence: number; hash: string }[]) =>
        of.map(({ sequence, hash }) => `${sequence} ${hash}`).toSorted()
      expect(ends(heads)).toEqual(ends(chains))
      const second = await startServer({ ...restored, APP_SECRET: secret, DEMO: '0' })
      const talk = talkTo(second.origin)
      const as = await talk.signIn('empresa')
      const { body } = await talk.get('/api/documents', as)
      expect(body.items.length).toBeGreaterThan(3)
      const third = await startServer({ ...restored, APP_SECRET: secret, DEMO: '0' })
      const operate = (...words: readonly string[]) => operator({ ...restored, APP_SECRET: secret }, ...words)
      await endsWhatIsBack([second.origin, third.origin], operate, ended)
      await third.stop()
      await second.stop()

      const again = await operator(restored, 'restore', lastBackup())
      expect([again.code, again.error]).toEqual([1, expect.stringMatching(/has files/)])
      const full = await operator({ ...restored, DATA_DIR: within('empty') }, 'restore', lastBackup())
      expect([full.code, full.error]).toEqual([1, expect.stringMatching(/the database is not empty/)])
      expect(fs.existsSync(within('empty'))).toBe(false)
    })

    test.skipIf(!canMountDisks())(
      'onto a disk without room none is made, no half of one is left, and the next one is whole (left out where no disk can be mounted)',
      { timeout: 240_000 },
      async () => {
        const disk = mountSmallDisk(64)
        const onto = path.join(disk.folder, 'backups')
        try {
          // Room for nothing; for a part of the dump; for all of it and not for all files.
          for (const bytes of [0, 64 * 1024, dumpBytes() + 24 * 1024]) {
            disk.fill(bytes)
            const half = await operator(settings, 'backup', onto)
            expect([half.code, half.error]).toEqual([
              1,
              expect.stringMatching(/No space left on device|^the disk of .* is full/),
            ])
            expect(fs.readdirSync(onto)).toEqual([])
            disk.empty()
          }
          expect(await operator(settings, 'backup', onto)).toMatchObject({ code: 0, error: '' })
        } finally {
          disk.unmount()
        }
      },
    )

    test('a backup that was never finished, or was changed, is none', { timeout: 240_000 }, async () => {
      const env = { DATABASE_URL: target.url(owner, 'secreta', 'postgres'), DATA_DIR: within('empty') }
      const copy = within('copy')
      fs.cpSync(lastBackup(), path.join(copy, '1'), { recursive: true })
      const listed = fs.readFileSync(path.join(copy, '1', 'files.sha256'), 'utf8')
      const [, file = ''] = /^\S+ {2}(.+)$/m.exec(listed) ?? []
      const changes: readonly (readonly [string, RegExp])[] = [
        [file, /is not what was written/],
        ['database.dump', /database\.dump .* is not what was written/],
      ]
      for (const [name, says] of changes) {
        const whole = fs.readFileSync(path.join(copy, '1', name))
        fs.writeFileSync(path.join(copy, '1', name), Buffer.concat([whole, Buffer.from('x')]))
        expect((await operator(env, 'restore', path.join(copy, '1'))).error).toMatch(says)
        expect((await operator({ ...settings, DATA_DIR: copy }, 'drill', copy)).error).toMatch(says)
        fs.writeFileSync(path.join(copy, '1', name), whole)
      }
      fs.rmSync(path.join(copy, '1', 'manifest.json'))
      expect((await operator(env, 'restore', path.join(copy, '1'))).error).toMatch(/never finished/)
      expect((await operator(settings, 'drill', copy)).error).toMatch(/there is no whole backup/)
      expect(fs.existsSync(path.join(copy, 'last-drill.json'))).toBe(false)
    })

    test.skipIf(!hasSwift())(
      'files in a bucket are in the backup, and go back into a bucket',
      {
        timeout: 240_000,
      },
      async () => {
        const swift = await startSwift()
        try {
          const [first, second] = [await swift.makeBucket('first'), await swift.makeBucket('second')]
          const settled = (bucket: typeof first) => ({
            S3_BUCKET_URL: bucket.address,
            S3_REGION: bucket.region,
            S3_ACCESS_KEY: bucket.accessKey,
            S3_SECRET_KEY: bucket.secretKey,
          })
          const bucketed = { ...settled(first), DATABASE_URL: source.url(owner, 'secreta', 'visto_bueno') }
          const program = { ...bucketed, APP_SECRET: secret, DATA_DIR: data }
          const half = await operator({ ...program, S3_REGION: '' }, 'files', 'move', 'to-bucket')
          expect([half.code, half.error]).toEqual([1, expect.stringMatching(/need S3_REGION too/)])
          const moved = await operator(program, 'files', 'move', 'to-bucket')
          expect([moved.code, moved.error]).toEqual([0, ''])
          const [, count] = /^copied: (\d+), each read back whole; there already: 0;/.exec(moved.output) ?? []
          expect(Number(count)).toBeGreaterThan(0)

          const elsewhere = { ...settings, ...settled(first), DATA_DIR: within('no-files') }
          const taken = await operator(elsewhere, 'backup', within('of-bucket'))
          expect([taken.code, taken.error]).toEqual([0, ''])
          expect(taken.output).toContain(` ${count} files,`)
          const drilled = await operator(elsewhere, 'drill', within('of-bucket'))
          expect([drilled.code, drilled.error]).toEqual([0, ''])

          await target.ask(`create database of_bucket owner ${owner}`)
          const restored = {
            ...settled(second),
            DATABASE_URL: target.url(owner, 'secreta', 'of_bucket'),
            DATA_DIR: within('no-files'),
          }
          const backup = path.join(within('of-bucket'), fs.readdirSync(within('of-bucket'))[0] ?? '')
          const into = await operator({ ...restored, ...settled(first) }, 'restore', backup)
          expect([into.code, into.error]).toEqual([1, expect.stringMatching(/has files/)])
          const { code, error } = await operator(restored, 'restore', backup)
          expect([code, error]).toEqual([0, ''])
          const keys = async (bucket: typeof first) =>
            ((await openObjects(bucket).listObjects()) ?? []).map(({ Key }) => Key).toSorted()
          expect(await keys(second)).toEqual(await keys(first))
          expect(fs.existsSync(path.join(within('no-files'), 'files'))).toBe(false)
        } finally {
          await swift.stop()
        }
      },
    )

    test('a file that is gone, and an amount that was changed by hand, are told', {
      timeout: 120_000,
    }, async () => {
      const [gone = ''] = allIn(path.join(data, 'files')).filter(name => fs.statSync(name).isFile())
      fs.renameSync(gone, `${gone}.away`)
      await source.ask('alter table document disable trigger all', 'visto_bueno')
      await source.ask(
        `update document set amount_minor = amount_minor + 1 where (company_id, id) in
        (select company_id, id from document where state = 'executed' limit 1)`,
        'visto_bueno',
      )
      const told = await operator(settings, 'backup', backups)
      expect([told.code, told.error]).toEqual([1, expect.stringContaining(path.basename(gone))])
      const before = fs.readFileSync(path.join(data, 'last-drill.json'), 'utf8')
      const drilled = await operator(settings, 'drill', backups)
      expect([drilled.code, drilled.error]).toEqual([
        1,
        expect.stringMatching(/does not restore to what it was/),
      ])
      expect(drilled.output).toMatch(/^BROKEN /m)
      expect(fs.readFileSync(path.join(data, 'last-drill.json'), 'utf8')).toBe(before)
    })
  },
)
