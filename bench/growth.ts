// `npm run bench:growth`: each read screen, for each role, and what they write, in companies of 1,000, 100,000 and 1,000,000 orders beside a
// hundred small ones, in one database and one run. `npm run bench:growth -- search` measures only what has that in
// its name; GROWTH_SIZES=1000,10000000 measures other sizes, the first of which is the yardstick. GROWTH_HOME=<folder>
// keeps the database there for the next run.
import type { ChildProcess } from 'node:child_process'
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
import { residentMegabytes } from './cpu.ts'
import { everybody, people, screens, type Who } from './growth-screens.ts'
import { openWrites } from './growth-writes.ts'
import { type After, leavingNothing, startDatabase } from './leaving.ts'
import { connect, type Shot } from './load.ts'
import { freePort, reachable, start, stop } from './program.ts'
import { type Issuer, id, type Person, signTokens } from './tokens.ts'

const sizes = (process.env.GROWTH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
const tries = Number(process.env.GROWTH_TRIES ?? 200)
/** A screen that seems to be beyond its bar is asked so many times as often: the slowest of a hundred is one answer. */
const triesWhenBeyond = 4
const warmUp = 5
const wanted = process.argv[2] ?? ''
const secret = 'bench secret of at least thirty-two characters'
/** Bar: p99 at the largest size, in times the smallest size's and in milliseconds. */
const bar = { factor: 2, ms: 50 }

const width = 44

/** The program under measure, and who asks it, by size of the company. */
type Growth = {
  readonly port: number
  readonly origin: string
  readonly server: ChildProcess
  readonly tokens: ReadonlyMap<number, ReadonlyMap<Who, Person>>
}

await leavingNothing(async after => {
  console.log(`Load before: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`)
  const { home, database } = await startDatabase(after, 'growth', process.env.GROWTH_HOME)
  const { appUrl } = await prepareDatabase(database.url)
  await furnish(home, database.url, appUrl)
  const growth = await open(after, { home, url: database.url, appUrl })
  console.log(
    `\nMilliseconds, p50 and p99 of ${tries} (of ${triesWhenBeyond * tries} where these are beyond the bar), one request at a time\n\n${''.padEnd(width)}` +
      `${sizes.map(size => size.toLocaleString('es-ES').padStart(20)).join('')}  factor of p99`,
  )
  const beyond = (await reportReads(growth)) + (await reportWrites(growth, database.url))
  for (const format of ['csv', 'xlsx'] as const)
    if (`export ${format}`.includes(wanted)) await reportExport(growth, format)
  console.log(`\n${beyond} rows beyond the bar: ${bar.factor} times the first, or ${bar.ms} ms`)
})

/** Data of the companies, if they are not there, and what is written behind answers. */
async function furnish(home: string, url: string, appUrl: string): Promise<void> {
  const filled = path.join(home, 'filled')
  if (!fs.existsSync(filled)) await fill(url)
  await keepHouse(appUrl)
  await vacuumSeats(url)
  fs.writeFileSync(filled, '')
}

type Places = { readonly home: string; readonly url: string; readonly appUrl: string }

async function open(after: After, { home, url, appUrl }: Places): Promise<Growth> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = start('src/main.ts', {
    PORT: String(port),
    DATA_DIR: home,
    DATABASE_URL: url,
    APP_SECRET: secret,
    DEMO: '0',
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    AUTH_LIMITS: 'relaxed',
  })
  after(() => stop(server))
  await reachable(port, '/readyz')
  const tokens = new Map<number, ReadonlyMap<Who, Person>>()
  for (const size of sizes) tokens.set(size, await peopleIn(size, { appUrl, secret, origin }))
  return { port, origin, server, tokens }
}

/** Reports each screen for each role; gives the number of rows beyond their bar. */
async function reportReads(growth: Growth): Promise<number> {
  let beyond = 0
  for (const [name, { who, address }] of Object.entries(screens))
    for (const person of who) {
      const title = `${name} · ${person}`
      const get = (size: number) => ({ head: `GET ${address(size)} HTTP/1.1\r\n` })
      if (title.includes(wanted) && report(title, await measuredLong(growth, person, get))) beyond++
    }
  return beyond
}

/** The same of what is written. */
async function reportWrites(growth: Growth, url: string): Promise<number> {
  let beyond = 0
  const writes = await openWrites(url, sizes, tries + warmUp)
  for (const [name, { who, shot, most }] of Object.entries(writes)) {
    const title = `${name} · ${who}`
    if (!title.includes(wanted)) continue
    const times = Math.min(tries, most - warmUp)
    if (times <= 0) console.log(`${title.padEnd(width)}no orders are left: make the database anew`)
    else if (report(title, await measured(growth, who, shot, times))) beyond++
  }
  return beyond
}

type Times = { readonly taken: readonly number[]; readonly status: number }

/** The answers of as many tries as are needed to say whether they are beyond the bar; all of them count. */
async function measuredLong(growth: Growth, person: Who, shot: (orders: number) => Shot): Promise<Times[]> {
  const first = await measured(growth, person, shot)
  if (!isBeyond(first) || first.some(({ taken, status }) => status !== 200 || taken.length < tries))
    return first
  const others = await measured(growth, person, shot, (triesWhenBeyond - 1) * tries)
  return first.map(({ taken }, index) => ({
    taken: [...taken, ...(others[index]?.taken ?? [])],
    status: others[index]?.status ?? 200,
  }))
}

async function measured(
  { port, tokens }: Growth,
  person: Who,
  shot: (orders: number) => Shot,
  times = tries,
): Promise<Times[]> {
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

/** Prints a row; true when it is beyond its bar. */
function report(title: string, times: readonly Times[]): boolean {
  const figures = times.map(each =>
    (each.status === 200
      ? `${within(0.5, each).toFixed(1)} ${within(0.99, each).toFixed(1)}`
      : `answers ${each.status}`
    ).padStart(20),
  )
  const factor = factorOfP99(times).toFixed(1).padStart(8)
  console.log(`${title.padEnd(width)}${figures.join('')}${factor}${isBeyond(times) ? '  ✗' : ''}`)
  return isBeyond(times)
}

/** An administrator's export of all orders: rows a second, and how much the program's memory grew meanwhile. */
async function reportExport({ origin, server, tokens }: Growth, format: 'csv' | 'xlsx'): Promise<void> {
  const memory = () => residentMegabytes(server.pid)
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
async function keepHouse(appUrl: string): Promise<void> {
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

async function peopleIn(size: number, issuer: Issuer): Promise<ReadonlyMap<Who, Person>> {
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
  const signed = await signTokens(known, issuer)
  return new Map(everybody.map((name, index) => [name, signed[index] ?? nobody()] as const))
}

function nobody(): never {
  throw new Error('no token was made')
}
