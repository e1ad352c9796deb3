// Passwords cost what they cost; nobody else may pay for them. Two figures: how near signing in comes to the bare
// speed of argon2id on this machine, and how much longer a list takes while two hundred people sign in at once.
// Each column is a median; the ratio is the median of the pairs' own, not that of the two columns.
import os from 'node:os'
import { verify } from '@node-rs/argon2'
import { openPasswords } from '#server/auth/passwords.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { connect, load, type Shot } from './load.ts'
import type { Alone } from './standing-still.ts'

export const password = 'the one password of the bench'
const atOnce = 16
const crowdSize = 200
const listConnections = 4
const targets = { share: 0.85, slowdown: 2 }

type Bench = {
  readonly port: number
  readonly secret: string
  readonly rounds: number
  readonly seconds: number
  readonly emails: readonly string[]
  readonly list: () => Shot
  /** Runs work while our program stands still. */
  readonly alone: Alone
}

type Pair = { readonly ours: number; readonly raw: number; readonly failed: number }

/** As the accounts of the bench keep their password. */
export function passwordHash(secret: string): Promise<string> {
  return openPasswords(makeSecret(secret)).hash(password)
}

export async function reportSignIn(bench: Bench): Promise<void> {
  const signIn = () => signInShot(bench.emails)
  const speeds = await compareSpeeds(bench, signIn)
  const waits = await compareWaits(bench, signIn)
  const share = median(speeds, ({ ours, raw }) => ours / raw)
  const slowdown = median(waits, ({ ours, raw }) => ours / raw)
  const figures = (pairs: readonly Pair[], digits: number) => [
    median(pairs, ({ ours }) => ours).toFixed(digits),
    median(pairs, ({ raw }) => raw).toFixed(digits),
  ]
  row('', 'ours', 'raw', 'ratio', 'target')
  row(
    `signing in, ${atOnce} at once: a second; raw: bare argon2id`,
    ...figures(speeds, 0),
    ...[percent(share), `≥ ${percent(targets.share)}`, met(share >= targets.share, speeds)],
  )
  row(
    `the list, ${listConnections} connections, ${crowdSize} signing in: p99 ms; raw: nobody is`,
    ...figures(waits, 1),
    ...[`× ${slowdown.toFixed(2)}`, `≤ × ${targets.slowdown}`, met(slowdown <= targets.slowdown, waits)],
  )
  const meanwhile = median(waits, ({ signedIn }) => signedIn).toFixed(0)
  console.log(`of the ${crowdSize}, ${meanwhile} a second signed in meanwhile`)
  for (const [what, failed] of [
    ['alone', failures(speeds)],
    ['in the crowd', failures(waits)],
  ] as const)
    if (failed) console.log(`${failed} failed ${what}`)
}

/** Speeds of sign-ins and of bare hashing, a second each in turn: whatever else the machine does meets both. */
async function compareSpeeds({ port, secret, rounds, seconds, alone }: Bench, signIn: () => Shot) {
  const stored = await passwordHash(secret)
  await load(port, 1, atOnce, signIn) // warms up and is not counted
  const pairs: Pair[] = []
  for (let turn = 0; turn < rounds * seconds; turn++) {
    const raw = await alone(() => bareRate(stored, 1))
    const { perSecond, failed } = await load(port, 1, atOnce, signIn)
    pairs.push({ ours: perSecond, raw, failed })
  }
  return pairs
}

async function compareWaits({ port, rounds, seconds, list }: Bench, signIn: () => Shot) {
  await load(port, 1, listConnections, list)
  const pairs: (Pair & { readonly signedIn: number })[] = []
  for (let round = 0; round < rounds; round++) {
    const quiet = await load(port, seconds, listConnections, list)
    const crowd = await startCrowd(port, signIn)
    const crowded = await load(port, seconds, listConnections, list)
    const { perSecond, failed } = await crowd.stop()
    pairs.push({
      ours: crowded.p99,
      raw: quiet.p99,
      signedIn: perSecond,
      failed: quiet.failed + crowded.failed + failed,
    })
  }
  return pairs
}

function row(name: string, ...cells: string[]): void {
  console.log(name.padEnd(66) + cells.map(cell => cell.padStart(9)).join(''))
}

/** Who is refused costs nothing: a figure with failures in it meets no target. */
function met(isMet: boolean, pairs: readonly Pair[]): string {
  if (failures(pairs) > 0) return 'invalid'
  return isMet ? 'met' : 'not met'
}

function failures(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, pair) => sum + pair.failed, 0)
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function median<T>(list: readonly T[], figure: (item: T) => number): number {
  const sorted = list.map(figure).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function signInShot(emails: readonly string[]): Shot {
  const email = emails[Math.floor(Math.random() * emails.length)]
  const head = 'POST /auth/v1/token?grant_type=password HTTP/1.1\r\ncontent-type: application/json\r\n'
  return { head, body: JSON.stringify({ email, password }) }
}

/** Comparisons a second when the machine does nothing else. */
async function bareRate(stored: string, seconds: number): Promise<number> {
  const started = performance.now()
  let done = 0
  const compareOnAndOn = async () => {
    for (; performance.now() - started < seconds * 1000; done++) await verify(stored, password)
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, compareOnAndOn))
  return (1000 * done) / (performance.now() - started)
}

/** Each signs in again as soon as answered, or when told to come back. Started once all have sent something. */
async function startCrowd(port: number, signIn: () => Shot) {
  const started = performance.now()
  const going = { on: true, done: 0, failed: 0 }
  const members = Array.from({ length: crowdSize }, async () => {
    const connection = await connect(port)
    while (going.on) {
      const { status, retryAfter } = await connection.send(signIn())
      if (status === 200) going.done++
      else if (status === 503 && retryAfter > 0) await pause(1000 * retryAfter)
      else going.failed++
    }
    connection.close()
  })
  await pause(1000)
  const stop = async () => {
    going.on = false
    const perSecond = (1000 * going.done) / (performance.now() - started)
    await Promise.all(members)
    return { perSecond, failed: going.failed }
  }
  return { stop }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
