// Passwords cost what they cost; nobody else may pay for them. Two figures: how near signing in comes to the bare
// speed of argon2id on this machine, and how much longer a list takes while two hundred people sign in at once.
import os from 'node:os'
import { verify } from '@node-rs/argon2'
import { openPasswords } from '#server/passwords.ts'
import { connect, load, type Shot } from './load.ts'

export const password = 'the one password of the bench'
const atOnce = 16
const crowdSize = 200
const listConnections = 4
const targets = { share: 0.85, slowdown: 3 }

type Bench = {
  readonly port: number
  readonly secret: string
  readonly rounds: number
  readonly seconds: number
  readonly emails: readonly string[]
  readonly list: () => Shot
}

/** As the accounts of the bench keep their password. */
export function passwordHash(secret: string): Promise<string> {
  return openPasswords(secret).hash(password)
}

export async function reportSignIn(bench: Bench): Promise<void> {
  const measured = await measure(bench)
  const [rate, bare] = [median(measured.rate), median(measured.bare)]
  const [quiet, crowded] = [median(measured.quiet), median(measured.crowded)]
  const [share, slowdown] = [rate / bare, crowded / quiet]
  row('', 'ours', 'raw', 'ratio', 'target')
  row(
    `signing in, ${atOnce} at once: a second; raw: bare argon2id`,
    ...[rate.toFixed(0), bare.toFixed(0), percent(share)],
    ...[`≥ ${percent(targets.share)}`, met(share >= targets.share)],
  )
  row(
    `the list, ${listConnections} connections, ${crowdSize} signing in: p99 ms; raw: nobody is`,
    ...[crowded.toFixed(1), quiet.toFixed(1), `× ${slowdown.toFixed(2)}`],
    ...[`≤ × ${targets.slowdown}`, met(slowdown <= targets.slowdown)],
  )
  console.log(`of the ${crowdSize}, ${median(measured.crowdRate).toFixed(0)} a second signed in meanwhile`)
  if (measured.failed) console.log(`${measured.failed} failed`)
}

async function measure({ port, secret, rounds, seconds, emails, list }: Bench) {
  const signIn = () => signInShot(emails)
  const stored = await passwordHash(secret)
  const figures = { bare: none(), rate: none(), quiet: none(), crowded: none(), crowdRate: none(), failed: 0 }
  await load(port, 1, atOnce, signIn) // warms up and is not counted
  await load(port, 1, listConnections, list)
  for (let round = 0; round < rounds; round++) {
    const bare = await bareRate(stored, seconds)
    const signedIn = await load(port, seconds, atOnce, signIn)
    const quiet = await load(port, seconds, listConnections, list)
    const crowd = await startCrowd(port, signIn)
    const crowded = await load(port, seconds, listConnections, list)
    const turned = await crowd.stop()
    figures.bare.push(bare)
    figures.rate.push(signedIn.perSecond)
    figures.quiet.push(quiet.p99)
    figures.crowded.push(crowded.p99)
    figures.crowdRate.push(turned.perSecond)
    figures.failed += signedIn.failed + quiet.failed + crowded.failed + turned.failed
  }
  return figures
}

function none(): number[] {
  return []
}

function row(name: string, ...cells: string[]): void {
  console.log(name.padEnd(66) + cells.map(cell => cell.padStart(9)).join(''))
}

function met(isMet: boolean): string {
  return isMet ? 'met' : 'not met'
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
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
