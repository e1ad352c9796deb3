// `npm run bench`: our server and a raw one, on one database, in one run. The figure that means something on a
// shared machine is the ratio. `npm run bench approve` measures only what has that in its name.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { type Measured, measuring } from './cpu.ts'
import { ordersEach, reportHotContract } from './hot-contract.ts'
import { load, type Shot } from './load.ts'
import { freePort, reachable, start } from './program.ts'
import { passwordHash, reportSignIn } from './sign-in.ts'
import { id, type Person, signTokens } from './tokens.ts'

const connections = 32
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const secret = 'bench secret of at least thirty-two characters'
const companies = 100

const wanted = process.argv[2] ?? ''

// Whatever else runs takes from both sides, but not evenly: on a busy machine the ratios mean little.
console.log(
  `Load of the machine before: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`,
)
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-bench-'))
fs.chmodSync(home, 0o755)
const database = await startEmbeddedPostgres({ home: path.join(home, 'postgres') })
const { appUrl } = await prepareDatabase(database.url)
console.log('Loading 100 companies × 1,000 orders × 3 approvals …')
await fill(database.url)
const ours = await freePort()
const raw = await freePort()
const origin = `http://127.0.0.1:${ours}`
const clients = await people(2)
const approvers = [await people(3), await people(4), await people(5)]
const ourServer = start('src/main.ts', {
  PORT: String(ours),
  DATA_DIR: home,
  DATABASE_URL: database.url,
  APP_SECRET: secret,
  DEMO: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  AUTH_LIMITS: 'relaxed', // one address signs in all the time
})
const rawServer = start('bench/raw-server.ts', { PORT: String(raw), DATABASE_URL: database.url })
const children = [ourServer, rawServer]
const measure = measuring(path.join(home, 'postgres/data/postmaster.pid'))
await Promise.all([reachable(ours, '/readyz'), reachable(raw, '/counts')])

const list = () => get(clients, '/api/documents?type=gasto&status=pending&q=diseno')
const approvals = decisions(0, decide)
const scenarios: { [name: string]: { ours: () => Shot; raw: () => Shot } } = {
  'list of 50, filtered, searched': {
    ours: list,
    raw: () => rawGet(clients, '/list?type=gasto&q=diseno'),
  },
  'one order with its approvals': {
    ours: () => {
      const number = 1 + Math.floor(Math.random() * 1000)
      return get(clients, `/api/projects/PRJ-${pad(((number - 1) % 10) + 1)}/documents/DOC-${pad(number)}`)
    },
    raw: () => rawGet(clients, `/document/DOC-${pad(1 + Math.floor(Math.random() * 1000))}`),
  },
  'tab counts': {
    ours: () => get(clients, '/api/documents/counts?type=gasto'),
    raw: () => rawGet(clients, '/counts?type=gasto'),
  },
  'contract balance': {
    ours: () => get(clients, `/api/contracts/CTR-00${1 + Math.floor(Math.random() * 5)}`),
    raw: () => rawGet(clients, `/balance/CTR-00${1 + Math.floor(Math.random() * 5)}`),
  },
  approve: { ours: approvals, raw: decisions(1, rawDecide('decide')) },
  // The same rows, all in one function inside the database: what no server that decides by itself can reach.
  'approve, beside one call': { ours: approvals, raw: decisions(2, rawDecide('call')) },
}

console.log(`\n${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`)
const columns = ['p50 ms', 'p99 ms', 'cpu ms'] // of the server and of the database, for each request
console.log(['', 'ours/s', ...columns, 'raw/s', ...columns, 'ratio'].map(cell).join(''))
for (const [name, scenario] of Object.entries(scenarios)) {
  if (!name.includes(wanted)) continue
  const measured: { ours: Measured[]; raw: Measured[] } = { ours: [], raw: [] }
  for (let round = 0; round <= rounds; round++) {
    const length = round === 0 ? 1 : seconds // the first warms up and is not counted
    const mine = await measure(ourServer.pid, () => load(ours, length, connections, scenario.ours))
    const theirs = await measure(rawServer.pid, () => load(raw, length, connections, scenario.raw))
    if (round > 0) {
      measured.ours.push(mine)
      measured.raw.push(theirs)
    }
  }
  report(name, middle(measured.ours), middle(measured.raw))
}
if ('one contract'.includes(wanted))
  await reportHotContract({
    port: ours,
    rounds,
    seconds,
    connections,
    spread: eachOnce(await hotApprover(1)),
    hot: eachOnce(await hotApprover(2)),
  })
const emails = Array.from(
  { length: companies * 6 },
  (_, k) => `u${1 + Math.floor(k / 6)}.${1 + (k % 6)}@bench.example`,
)
console.log('')
if ('sign-in'.includes(wanted)) await reportSignIn({ port: ours, secret, rounds, seconds, emails, list })
for (const child of children) child.kill('SIGTERM')
await Promise.all(children.map(child => new Promise(resolve => child.on('exit', resolve))))
await database.stop()
fs.rmSync(home, { recursive: true, force: true })

function report(name: string, mine: Measured, theirs: Measured): void {
  const figures = [mine, theirs].flatMap(({ perSecond, p50, p99, serverMs, databaseMs }) => [
    Math.round(perSecond),
    p50.toFixed(1),
    p99.toFixed(1),
    `${serverMs.toFixed(2)}+${databaseMs.toFixed(2)}`,
  ])
  const failed = mine.failed + theirs.failed
  const ratio = `${Math.round((100 * mine.perSecond) / theirs.perSecond)} %`
  console.log([name, ...figures, ratio].map(cell).join('') + (failed ? `  ${failed} failed` : ''))
}

function cell(value: string | number, column: number): string {
  return column === 0 ? String(value).padEnd(34) : String(value).padStart(11)
}

function middle(figures: readonly Measured[]): Measured {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('nothing was measured')
  return found
}

function any(list: readonly Person[]): Person {
  const found = list[Math.floor(Math.random() * list.length)]
  if (!found) throw new Error('nobody')
  return found
}

function get(list: readonly Person[], url: string): Shot {
  return { head: `GET ${url} HTTP/1.1\r\nauthorization: Bearer ${any(list).token}\r\n` }
}

function rawGet(list: readonly Person[], url: string): Shot {
  const { company, user } = any(list)
  return { head: `GET ${url} HTTP/1.1\r\nauthorization: Bearer ${company}.${user}\r\n` }
}

/** Each open seat of a third of the orders, once. */
function decisions(third: 0 | 1 | 2, shot: (approver: Person, id: string) => Shot): () => Shot {
  const numbers = Array.from({ length: 1000 }, (_, index) => index + 1).filter(
    number => number % 10 < 6 && Math.floor(number / 10) % 3 === third,
  )
  let turn = 0
  return () => {
    const seat = turn++
    const list = approvers[Math.floor(seat / (companies * numbers.length))]
    const person = list?.[seat % companies]
    const number = numbers[Math.floor(seat / companies) % numbers.length]
    if (!person || number === undefined) throw new Error('every seat has been decided: shorten the bench')
    return shot(person, `DOC-${pad(number)}`)
  }
}

/** Approves the orders of one company, one after the other. */
function eachOnce(approver: Person): () => Shot {
  let number = 0
  return () => {
    if (number === ordersEach) throw new Error('every order has been approved: shorten the bench')
    return decide(approver, `DOC-${pad(++number)}`)
  }
}

function decide({ token }: Person, id: string): Shot {
  const key = `bench-${token.slice(-12)}-${id}`
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\nidempotency-key: ${key}\r\n`
  const body = '{"revision":1,"decision":"approve"}'
  return { head: `POST /api/documents/${id}/decision HTTP/1.1\r\n${headers}`, body }
}

function rawDecide(way: 'decide' | 'call') {
  return ({ company, user }: Person, id: string): Shot => {
    const head = `POST /${way}/${id} HTTP/1.1\r\nauthorization: Bearer ${company}.${user}\r\n`
    return { head, body: '{"revision":1,"decision":"approve"}' }
  }
}

function pad(number: number): string {
  return String(number).padStart(3, '0')
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(fs.readFileSync(new URL('data.sql', import.meta.url), 'utf8'))
  await client.query('update account set password_hash = $1, email_confirmed_at = now()', [
    await passwordHash(secret),
  ])
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** The approver of a company that the data made to be approved in. */
async function hotApprover(n: number): Promise<Person> {
  const company = { company: id(`hot${n}`), user: id(`hotuser${n}-2`) }
  const [person] = await signTokens(
    [
      {
        ...company,
        email: `h${n}.2@bench.example`,
        role: 'approver',
        name: 'Persona 2',
        clientId: null,
        providerId: null,
      },
    ],
    { appUrl, secret, origin },
  )
  if (!person) throw new Error('nobody')
  return person
}

/** The person in place `k` of every company. */
function people(k: number): Promise<Person[]> {
  const all = Array.from({ length: companies }, (_, index) => ({
    company: id(`company${index + 1}`),
    user: id(`user${index + 1}-${k}`),
    email: `u${index + 1}.${k}@bench.example`,
    role: k === 2 ? ('client' as const) : ('approver' as const),
    name: `Persona ${k}`,
    clientId: k === 2 ? id(`user${index + 1}-${k}`) : null,
    providerId: null,
  }))
  return signTokens(all, { appUrl, secret, origin })
}
