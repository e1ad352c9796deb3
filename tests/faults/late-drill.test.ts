// A backup taken while people work, and drilled days later: it is judged as of the moment at which it was taken. Where no
// PostgreSQL is installed there is no pg_dump.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { prepareDatabase } from '#server/database/migrate.ts'
import { installedPrograms, startInstalled } from '#tests/support/installed-postgres.ts'
import { runOperator } from '#tests/support/run-operator.ts'

const bin = installedPrograms()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-late-drill-'))
fs.chmodSync(folder, 0o755)
const server = bin === null ? null : await startInstalled(bin, path.join(folder, 'server'))
afterAll(async () => {
  await server?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test.skipIf(server === null)(
  'what was waiting for its seal, and a contract whose orders had time, are no faults of it (left out where pg_dump is not installed)',
  { timeout: 240_000 },
  async () => {
    if (bin === null || server === null) throw new Error('no PostgreSQL')
    await server.ask('create database visto_bueno')
    const url = server.superuserUrl('visto_bueno')
    await prepareDatabase(url, { throwaway: true })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(fs.readFileSync('bench/growth-data.sql', 'utf8'))
    await client.query('set session_replication_role = replica')
    await client.query('select growth_company(200)')
    // Five days ago: an event of a minute before, not sealed yet, and contracts that ended a day later.
    await client.query(`update contract set ends_on = current_date - 4`)
    await client.query(`with written as (
        insert into event (company_id, id, at, actor_id, action, object_type, object_id)
        select company_id, instant_id(at, 'late'), at, created_by, 'project.changed', 'project', id
        from project, (select now() - interval '5 days 1 minute' as at) t where id = 'PRJ-001' returning company_id, id)
      insert into event_unsealed (company, event_id) select company_id, id from written`)
    await client.end()

    const backups = path.join(folder, 'backups')
    const settings = { BACKUP_URL: url, DRILL_URL: server.superuserUrl('postgres'), DATA_DIR: folder }
    const operator = (...words: string[]) =>
      runOperator({ PATH: `${bin}:${process.env.PATH}`, ...settings }, ...words)
    expect(await operator('backup', backups)).toMatchObject({ code: 0, error: '' })
    const [name = ''] = fs.readdirSync(backups)
    const file = path.join(backups, name, 'manifest.json')
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))

    // Had it been taken today, both were faults.
    const today = await operator('drill', backups)
    expect(today.code).toBe(1)
    expect(today.output).toMatch(/no event waits long for its seal/)
    expect(today.output).toMatch(/an order waits for a decision only while its contract is active/)

    const takenAt = new Date(Date.parse(manifest.takenAt) - 5 * 86_400_000).toISOString()
    fs.writeFileSync(file, JSON.stringify({ ...manifest, takenAt }))
    const drilled = await operator('drill', backups)
    expect(drilled.output).toMatch(/every invariant holds/)
    expect(drilled).toMatchObject({ code: 0, error: '' })
  },
)
