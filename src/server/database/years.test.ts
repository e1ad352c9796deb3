import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { freshDatabase } from '#tests/support/database.ts'

const unsafe = { throwaway: true }
const company = newId()
let url: string
let owner: pg.Client

beforeEach(async () => {
  const database = await freshDatabase()
  url = database.ownerUrl
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
})

test('what is written in a year lies in a partition of it, a seal with its event', async () => {
  await prepareDatabase(url, { ...unsafe, now: new Date('2031-05-01') })
  for (const instant of ['2020-02-29', '2031-01-01', '2031-12-31T23:59:59.999Z', '2032-01-01', '2039-01-01'])
    await writeEvent(instant)
  const places = ['event_before', 'event_2031', 'event_2031', 'event_2032', 'event_other']
  expect(await placesIn('event')).toEqual(places)
  expect(await placesIn('event_seal')).toEqual(places.map(place => place.replace('event', 'event_seal')))
})

test('every table that grows has the same years', async () => {
  await prepareDatabase(url, { ...unsafe, now: new Date('2031-05-01') })
  const { rows } = await owner.query<{ years: string }>(
    `select string_agg(replace(inhrelid::regclass::text, 'years.' || inhparent::regclass, ''), ' ' order by inhrelid::regclass::text) as years
     from pg_inherits join pg_class c on c.oid = inhparent and c.relkind = 'p' group by inhparent`,
  )
  expect(rows.length).toBe(6)
  expect(new Set(rows.map(({ years }) => years)).size).toBe(1)
  expect(rows[0]?.years).toMatch(/_2031 _2032 _before _other$/)
})

test('nodes that start together make a year once, and a second start finds nothing to make', async () => {
  const starts = [1, 2, 3].map(() => prepareDatabase(url, { ...unsafe, now: new Date('2041-01-01') }))
  await Promise.all(starts)
  await prepareDatabase(url, { ...unsafe, now: new Date('2041-12-31T23:59:59Z') })
  expect(await yearsOf('event')).toEqual(expect.arrayContaining(['event_2041', 'event_2042']))
  expect(await yearsOf('event')).not.toContain('event_2043')
})

test('a program that runs for years without a start loses nothing, and the next start goes on after what it wrote', async () => {
  await writeEvent('2051-07-01')
  await prepareDatabase(url, { ...unsafe, now: new Date('2051-08-01') })
  await writeEvent('2052-07-01')
  expect(await placesIn('event')).toEqual(['event_other', 'event_2052'])
  expect(await placesIn('event_seal')).toEqual(['event_seal_other', 'event_seal_2052'])
})

test('a year that is over can be taken out, its seals first, and everything else goes on', async () => {
  await prepareDatabase(url, { ...unsafe, now: new Date('2031-05-01') })
  for (const instant of ['2031-03-01', '2032-03-01']) await writeEvent(instant)
  await expect(owner.query('alter table event detach partition years.event_2031')).rejects.toThrow(
    /violates foreign key/,
  )
  await owner.query('alter table event_seal detach partition years.event_seal_2031')
  await owner.query('alter table years.event_seal_2031 drop constraint event_seal_company_id_event_id_fkey')
  await owner.query('alter table event detach partition years.event_2031')
  expect(await placesIn('event')).toEqual(['event_2032'])
  await writeEvent('2032-04-01')
})

test('what the releases before wrote is all there, ids ahead of the clock included, and its numbers go on', async () => {
  await startBefore(66)
  await owner.query('set session_replication_role = replica')
  for (const instant of ['2019-01-01', '2026-11-23', '2034-06-01']) await writeEvent(instant)
  const content = () =>
    owner.query('select e.*, s.* from event e join event_seal s on s.event_id = e.id order by e.id')
  const before = (await content()).rows
  await prepareDatabase(url, unsafe)
  expect((await content()).rows).toEqual(before)
  expect(await placesIn('event')).toEqual(Array(3).fill('event_before'))
  await owner.query('set session_replication_role = origin')
  await writeEvent('2034-07-01')
  const { rows } = await owner.query<{ number: string }>('select number from event order by number')
  expect(rows.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
})

let sequence = 0

/** An event of that instant and its seal. */
async function writeEvent(instant: string): Promise<void> {
  const id = newId(new Date(instant).getTime())
  await owner.query(
    `insert into event (company_id, id, at, action, object_type, object_id) values ($1, $2, $3, 'tried', 'company', '1')`,
    [company, id, instant],
  )
  await owner.query(
    `insert into event_seal (company_id, sequence, event_id, hash, sealed_at) values ($1, $2, $3, repeat('0', 64), $4)`,
    [company, ++sequence, id, instant],
  )
}

/** The partitions in which the table's rows lie, in order of their ids. */
async function placesIn(table: 'event' | 'event_seal'): Promise<string[]> {
  const { rows } = await owner.query<{ place: string }>(
    `select c.relname as place from ${table} t join pg_class c on c.oid = t.tableoid
     order by ${table === 'event' ? 'id' : 'event_id'}`,
  )
  return rows.map(({ place }) => place)
}

async function yearsOf(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'select relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass',
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Leaves `owner` in an empty database with the migrations before the one of this number. */
async function startBefore(number: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-migrations-'))
  const shipped = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))
  for (const file of fs.readdirSync(shipped))
    if (Number(file.slice(0, 4)) < number) fs.copyFileSync(path.join(shipped, file), path.join(folder, file))
  const name = `before_${number}_${Math.random().toString(36).slice(2)}`
  await owner.query(`create database ${name} template template0`)
  const maintenance = new pg.Client({ connectionString: url })
  url = Object.assign(new URL(url), { pathname: `/${name}` }).href
  await prepareDatabase(url, { ...unsafe, migrations: folder })
  await owner.end()
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(async () => {
    fs.rmSync(folder, { recursive: true })
    await owner.end()
    await maintenance.connect()
    await maintenance.query(`drop database ${name} with (force)`)
    await maintenance.end()
  })
}
