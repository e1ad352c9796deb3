// `npm run bench:growth`: each read screen, for each role, and what they write, in companies of 1,000, 100,000 and 1,000,000 orders beside a
// hundred small ones, in one database and one run. `npm run bench:growth -- search` measures only what has that in
// its name; GROWTH_SIZES=1000,10000000 measures other sizes, the first of which is the yardstick. GROWTH_HOME=<folder>
// keeps the database there for the next run.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { foldAllCounters } from '#features/documents/commands/fold-counters.ts'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { openDb } from '#server/database/db.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { everybody, people, screens, type Who } from './growth-screens.ts'
import { openWrites } from './growth-writes.ts'
import { connect, type Shot } from './load.ts'
import { freePort, reachable, start } from './program.ts'
import { id, type Person, signTokens } from './tokens.ts'

const sizes = (process.env.GROWTH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
const tries = Number(process.env.GROWTH_TRIES ?? 200)
/** A screen that seems to be beyond its bar is asked so many times as often: the slowest of a hundred is one answer. */
const triesWhenBeyond = 4
const warmUp = 5
const wanted = process.argv[2] ?? ''
const secret = 'bench secret of at least thirty-two characters'
/** Bar: p99 at the largest size, in times the smallest size's and in milliseconds. */
const bar = { factor: 2, ms: 50 }

console.log(`Load before: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`)
const kept = process.env.GROWTH_HOME
const home = kept ?? fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-growth-'))
const isFilled = fs.existsSync(path.join(home, 'filled'))
fs.mkdirSync(home, { recursive: true })
fs.chmodSync(home, 0o755)
const database = await startEmbeddedPostgres({ home: path.join(home, 'postgres') })
const { appUrl } = await prepareDatabase(database.url)
if (!isFilled) await fill(database.url)
await keepHouse()
await vacuumSeats(database.url)
fs.writeFileSync(path.join(home, 'filled'), '')
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const server = start('src/main.ts', {
  PORT: String(port),
  DATA_DIR: home,
  DATABASE_URL: database.url,
  APP_SECRET: secret,
  DEMO: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  AUTH_LIMITS: 'relaxed',
})
await reachable(port, '/readyz')
const tokens = new Map<number, ReadonlyMap<Who, Person>>()
for (const size of sizes) tokens.set(size, await peopleIn(size))
let beyond = 0
const width = 44
console.log(
  `\nMilliseconds, p50 and p99 of ${tries} (of ${triesWhenBeyond * tries} where these are beyond the bar), one request at a time\n\n${''.padEnd(width)}` +
    `${sizes.map(size => size.toLocaleString('es-ES').padStart(20)).join('')}  factor of p99`,
)
for (const [name, { who, address }] of Object.entries(screens))
  for (const person of who) {
    const title = `${name} · ${person}`
    const get = (size: number) => ({ head: `GET ${address(size)} HTTP/1.1\r\n` })
    if (title.includes(wanted)) report(title, await measuredLong(person, get))
  }
const writes = await openWrites(database.url, sizes, tries + warmUp)
for (const [name, { who, shot, most }] of Object.entries(writes)) {
  const title = `${name} · ${who}`
  if (!title.includes(wanted)) continue
  const times = Math.min(tries, most - warmUp)
  if (times > 0) report(title, await measured(who, shot, times))
  else console.log(`${title.padEnd(width)}no orders are left: make the database anew`)
}
for (const format of ['csv', 'xlsx'] as const)
  if (`export ${format}`.includes(wanted)) await reportExport(format)
console.log(`\n${beyond} rows beyond the bar: ${bar.factor} times the first, or ${bar.ms} ms`)
server.kill('SIGTERM')
await new Promise(resolve => server.on('exit', resolve))
await database.stop()
if (kept === undefined) fs.rmSync(home, { recursive: true, force: true })

type Times = { readonly taken: readonly number[]; readonly status: number }

/** The answers of as many tries as are needed to say whether they are beyond the bar; all of them count. */
async function measuredLong(person: Who, shot: (orders: number) => Shot): Promise<Times[]> {
  const first = await measured(person, shot)
  if (!isBeyond(first) || first.some(({ taken, status }) => status !== 200 || taken.length < tries))
    return first
  const others = await measured(person, shot, (triesWhenBeyond - 1) * tries)
  return first.map(({ taken }, index) => ({
    taken: [...taken, ...(others[index]?.taken ?? [])],
    status: others[index]?.status ?? 200,
  }))
}

async function measured(person: Who, shot: (orders: number) => Shot, times = tries): Promise<Times[]> {
  const connection = await connect(port)
  const taken = sizes.map((): number[] => [])
  const statuses = sizes.map(() => 200)
  // In turns, so that whatever else the machine does takes from every size.
  for (let round = -warmUp; round < times; round++)
    for (const [index, size] of sizes.entries()) {
      const token = tokens.get(size)?.get(person)?.token ?? ''
      const begun = performance.now()
      const { head, ...asked } = shot(size)
      const { status } = await connection.send({
        head: `${head}authorization: Bearer ${token}\r\n`,
        ...asked,
      })
      if (status !== 200) statuses[index] = status
      if (round >= 0) taken[index]?.push(performance.now() - begun)
      // A screen far beyond its bar is not asked two hundred times.
      if (round === 0 && (taken[index]?.[0] ?? 0) > 1000) return finish(taken, statuses, connection)
    }
  return finish(taken, statuses, connection)
}

function finish(
  times: readonly number[][],
  statuses: readonly number[],
  connection: { close(): void },
): Times[] {
  connection.close()
  return times.map((taken, index) => ({ taken, status: statuses[index] ?? 0 }))
}

/** Time within which that share of the answers came. */
function within(share: number, { taken }: Times): number {
  const sorted = taken.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The p99 at the largest size in times that at the smallest. */
function factorOfP99(times: readonly Times[]): number {
  const [first, last] = [times[0], times.at(-1)]
  return first && last ? within(0.99, last) / within(0.99, first) : 0
}

function isBeyond(times: readonly Times[]): boolean {
  const last = times.at(-1)
  const p99 = last ? within(0.99, last) : 0
  const failed = times.some(({ status }) => status !== 200)
  return failed || p99 > bar.ms || (factorOfP99(times) > bar.factor && p99 > 10)
}

function report(title: string, times: readonly Times[]): void {
  if (isBeyond(times)) beyond++
  const figures = times.map(each =>
    (each.status === 200
      ? `${within(0.5, each).toFixed(1)} ${within(0.99, each).toFixed(1)}`
      : `answers ${each.status}`
    ).padStart(20),
  )
  const factor = factorOfP99(times).toFixed(1).padStart(8)
  console.log(`${title.padEnd(width)}${figures.join('')}${factor}${isBeyond(times) ? '  ✗' : ''}`)
}

/** An administrator's export of all orders: rows a second, and how much the program's memory grew meanwhile. */
async function reportExport(format: 'csv' | 'xlsx'): Promise<void> {
  const figures: string[] = []
  for (const size of sizes) {
    const before = memory()
    const begun = performance.now()
    const asked = await fetch(`${origin}/api/documents/exports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.get(size)?.get('admin')?.token ?? ''}`,
        'content-type': 'application/json',
        origin,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ format }),
    })
    const { url } = z.object({ url: z.string() }).parse(await asked.json())
    let bytes = 0
    let most = before
    const file = await fetch(`${origin}${url}`)
    if (!file.ok) throw new Error(`the export answers ${file.status}`)
    for await (const chunk of file.body ?? []) {
      bytes += chunk.length
      most = Math.max(most, memory())
    }
    const rate = Math.round((size / (performance.now() - begun)) * 1000)
    figures.push(`${rate} rows/s, ${Math.round(bytes / 1e6)} MB, +${most - before} MB`)
  }
  console.log(`${`export ${format} · admin`.padEnd(width)}${figures.map(each => each.padStart(36)).join('')}`)
}

/** Resident memory of the program, in megabytes. */
function memory(): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = (name: string) => fs.readFileSync(new URL(name, import.meta.url), 'utf8')
  await client.query(read('growth-data.sql'))
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
  for (const size of [...sizes, ...Array.from({ length: 100 }, (_, index) => 200 + index)]) {
    const begun = performance.now()
    await client.query('select growth_company($1)', [size])
    if (sizes.includes(size)) console.log(`${size} orders loaded in ${seconds(performance.now() - begun)}`)
  }
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** Work behind the answers, by and by after orders are made: words for searches, sums of months, counters of seats. */
async function keepHouse(): Promise<void> {
  const db = openDb(appUrl, { size: 2, isPatient: true })
  const companies = sizes.map(size => id(`growth${size}`))
  for (const [what, work] of Object.entries({
    words: writeWords(db),
    months: countMonths(db),
    counters: (all: readonly string[]) => foldAllCounters(db, all),
    seats: tallyAllSeats(db, { minutes: 60 }),
  })) {
    const begun = performance.now()
    await work(companies)
    console.log(`${what} written in ${seconds(performance.now() - begun)}`)
  }
  await db.close()
}

/** Seats that were just tallied are all written anew: an old company's have long been vacuumed. */
async function vacuumSeats(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze approval, seat_tally')
  await client.end()
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

async function peopleIn(size: number): Promise<ReadonlyMap<Who, Person>> {
  const companyId = id(`growth${size}`)
  const firstClient = id(`growth${size}-102`)
  const known = everybody.map(name => {
    const { place, role } = people[name]
    return {
      company: companyId,
      user: id(`growth${size}-${place}`),
      email: `g${size}.${place}@bench.example`,
      role,
      name: place > 100 ? `Cliente ${place - 100}` : `Persona ${place}`,
      clientId: role === 'client' ? firstClient : role === 'client_user' ? id(`growth${size}-101`) : null,
      providerId: role === 'provider_user' ? 'PRV-001' : null,
    }
  })
  const signed = await signTokens(known, { appUrl, secret, origin })
  return new Map(everybody.map((name, index) => [name, signed[index] ?? nobody()] as const))
}

function nobody(): never {
  throw new Error('no token was made')
}
