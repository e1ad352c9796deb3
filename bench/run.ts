// `npm run bench`: our server, a raw one and our own statements on a bare one, on one database, in one run. Our program
// stands still while another has its turn. The figure that means something on a shared machine is the share.
// `npm run bench -- approve` measures only what has that in its name.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { openDb } from '#server/database/db.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { type Measured, measuring, residentMegabytes } from './cpu.ts'
import { ordersEach, reportHotContract } from './hot-contract.ts'
import { type After, leavingNothing, startDatabase } from './leaving.ts'
import { connect, load, type Shot } from './load.ts'
import { freePort, reachable, start, stop } from './program.ts'
import {
  type Asked,
  anyShot,
  companies,
  decide,
  decisions,
  eachOnce,
  emails,
  openApprovers,
  openHotApprover,
  openPeople,
  type People,
  rawDecide,
  requestsFor,
} from './requests.ts'
import { approveBar, type Bars, type Round, readRows, showHead, showRow } from './rows.ts'
import { passwordHash, reportSignIn } from './sign-in.ts'
import { type Alone, standingStill } from './standing-still.ts'
import { id } from './tokens.ts'

const connections = 32
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const warmUp = Math.min(1, seconds / 4)
const secret = 'bench secret of at least thirty-two characters'
const idleMegabytes = 150
const wanted = process.argv[2] ?? ''

await leavingNothing(async after => {
  // Whatever else runs takes from all sides, but not evenly: on a busy machine the shares mean little.
  console.log(
    `Load of the machine before: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`,
  )
  const { home, database } = await startDatabase(after, 'bench')
  const { appUrl } = await prepareDatabase(database.url)
  console.log(`Loading ${companies} companies × 1,000 orders × 3 approvals …`)
  await fill(database.url, appUrl)
  const servers = await startServers(after, { home, url: database.url, appUrl })
  await measureAll(servers, {
    alone: await standingStill(servers.ours.program, database.url, after),
    postmaster: path.join(home, 'postgres/data/postmaster.pid'),
    issuer: { appUrl, secret, origin: servers.origin },
  })
})

type Servers = Awaited<ReturnType<typeof startServers>>
type Server = Servers['ours']

async function startServers(after: After, given: { home: string; url: string; appUrl: string }) {
  const { home, url, appUrl } = given
  const at = async (file: string, ready: string, env: NodeJS.ProcessEnv, port: number) => {
    const program = start(file, { PORT: String(port), DATABASE_URL: url, APP_SECRET: secret, ...env })
    after(() => stop(program))
    await reachable(port, ready)
    return { program, port }
  }
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const quiet = { DEMO: '0', LOG_LEVEL: 'error', NODE_ENV: 'test', HOST: '127.0.0.1' }
  // One address signs in all the time.
  const ours = await at('src/main.ts', '/readyz', { ...quiet, DATA_DIR: home, AUTH_LIMITS: 'relaxed' }, port)
  if ('idle memory'.includes(wanted)) await reportMemory(ours)
  const raw = await at('bench/raw-server.ts', '/', {}, await freePort())
  const bare = await at('bench/bare-server.ts', '/', { APP_URL: appUrl, ORIGIN: origin }, await freePort())
  return { ours, raw, bare, origin }
}

async function reportMemory({ program }: Server): Promise<void> {
  await sleep(5000) // its start is over
  const megabytes = residentMegabytes(program.pid)
  const mark = megabytes <= idleMegabytes ? '✓' : '✗'
  console.log(`\nidle memory: ${megabytes} MB   ≤ ${idleMegabytes} MB ${mark}`)
}

type Bench = {
  readonly alone: Alone
  readonly postmaster: string
  readonly issuer: Parameters<typeof openPeople>[0]
}

async function measureAll(servers: Servers, { alone, postmaster, issuer }: Bench): Promise<void> {
  const measure = measuring(postmaster)
  const turn = (of: Server, next: () => Shot) => async (): Promise<Measured> => {
    await load(of.port, warmUp, connections, next) // not counted
    return measure(of.program.pid, () => load(of.port, seconds, connections, next))
  }
  const { ours, raw, bare } = servers
  console.log(`\n${connections} connections, ${rounds} rounds of ${seconds} s\n`)
  showHead()
  let below = 0
  const compare = async (
    name: string,
    bars: Bars,
    each: { ours: () => Shot; raw: () => Shot; bare?: () => Shot },
  ) => {
    const found: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const mine = await turn(ours, each.ours)()
      const theirs = await alone(turn(raw, each.raw))
      found.push({
        ours: mine,
        raw: theirs,
        ...(each.bare ? { bare: await alone(turn(bare, each.bare)) } : {}),
      })
    }
    below += showRow(name, found, bars)
  }
  const people = await openPeople(issuer)
  for (const { read, by, bars } of readRows) {
    const name = `${read} · ${by}`
    if (!name.includes(wanted)) continue
    const asked = requestsFor(read, by, people)
    await askOnce(bare, asked)
    const own = anyShot(asked.map(request => request.ours))
    await compare(name, bars, { ours: own, raw: anyShot(asked.map(request => request.raw)), bare: own })
  }
  const approvers = await openApprovers(issuer)
  const approvals = decisions(approvers, 0, decide)
  if ('approve · approver'.includes(wanted))
    await compare(
      'approve · approver',
      { raw: approveBar },
      {
        ours: approvals,
        raw: decisions(approvers, 1, rawDecide('decide')),
      },
    )
  // The same rows, all in one function inside the database: what no server that decides by itself can reach.
  if ('approve, beside one call · approver'.includes(wanted))
    await compare(
      'approve, beside one call · approver',
      {},
      {
        ours: approvals,
        raw: decisions(approvers, 2, rawDecide('call')),
      },
    )
  console.log(`\n${below} shares below their bar`)
  await reportRest(ours.port, people, { alone, postmaster, issuer })
}

/** Report of the rest, which is compared with itself or with bare hashing. */
async function reportRest(port: number, people: People, { alone, issuer }: Bench): Promise<void> {
  if ('one contract'.includes(wanted))
    await reportHotContract({
      port,
      rounds,
      seconds,
      connections,
      spread: eachOnce(await openHotApprover(1, issuer), ordersEach),
      hot: eachOnce(await openHotApprover(2, issuer), ordersEach),
    })
  console.log('')
  const list = anyShot(
    requestsFor('list of 50, filtered, searched', 'client', people).map(request => request.ours),
  )
  if ('sign-in'.includes(wanted)) await reportSignIn({ port, secret, rounds, seconds, emails, list, alone })
}

/** The bare server records our statements when a request is first made: none of that is measured. */
async function askOnce({ port }: Server, asked: readonly Asked[]): Promise<void> {
  const connection = await connect(port)
  for (const { ours } of asked) {
    const { status } = await connection.send(ours)
    if (status !== 200) throw new Error(`our own statements answer ${status}: ${ours.head}`)
  }
  connection.close()
}

async function fill(url: string, appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // interrupted, the database is stopped
  await client.connect()
  await client.query("select set_config('bench.companies', $1, false)", [String(companies)])
  await client.query(fs.readFileSync(new URL('data.sql', import.meta.url), 'utf8'))
  await client.query('update account set password_hash = $1, email_confirmed_at = now()', [
    await passwordHash(secret),
  ])
  // The program does this by and by after orders are made.
  const db = openDb(appUrl, { size: 2 })
  await writeWords(db)(Array.from({ length: companies }, (_, index) => id(`company${index + 1}`)))
  await db.close()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
