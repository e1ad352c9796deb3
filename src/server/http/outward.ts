/**
 * Calls to addresses that people say. Whatever stands there: it is called over TLS, each of its addresses is checked when
 * it is connected to, no redirect is followed, and neither time nor room goes beyond a bound.
 */
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addressFault, hostFrom, type Reach } from '#server/http/reach.ts'

/** Why a call was not answered. */
export const callFaults = [
  'address_not_allowed',
  'name_unknown',
  'takes_too_long',
  'certificate',
  'no_connection',
] as const
export type CallFault = (typeof callFaults)[number]

export type Called = { readonly durationMs: number } & (
  | {
      readonly status: number
      /** The first characters of the answer, without what a text cannot have. */
      readonly answer: string
      /** Wait that the receiver asks for before the next call; null when it says nothing. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly fault: CallFault }
)

export type Call = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Posts a body. Never throws: what goes wrong with a receiver is an answer. */
export type Outward = (call: Call) => Promise<Called>

export type OutwardOptions = {
  readonly reach: Reach
  /** Addresses of a name, in digits. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
  readonly totalMs?: number
  /** Time for the rest of an answer whose status is known. */
  readonly answerMs?: number
}

const maxBytes = 4096
const maxCharacters = 2000

export function openOutward({
  reach,
  resolve = resolveName,
  totalMs = 15_000,
  answerMs = 2000,
}: OutwardOptions): Outward {
  const lookup = checkedLookup(reach, resolve)
  return async call => {
    const begun = performance.now()
    const outcome = await attempt(call, { reach, lookup, totalMs, answerMs }).catch(error => ({
      fault: faultFrom(error),
    }))
    return { ...outcome, durationMs: Math.round(performance.now() - begun) }
  }
}

type Bounds = {
  readonly reach: Reach
  readonly lookup: LookupFunction
  readonly totalMs: number
  readonly answerMs: number
}

async function attempt({ url, headers, body }: Call, { reach, lookup, totalMs, answerMs }: Bounds) {
  // Digits are never looked up, and what was allowed when the address was said may not be so any more.
  if (addressFault(url, reach) !== null) throw new AddressNotAllowed()
  const target = new URL(url)
  const { request } = target.protocol === 'https:' ? https : http
  const bytes = Buffer.from(body)
  const sent = request(target, {
    method: 'POST',
    agent: false,
    lookup,
    headers: { ...headers, 'accept-encoding': 'identity', 'content-length': bytes.length },
  })
  try {
    const answered = answerTo(sent, totalMs)
    sent.end(bytes)
    const response = await answered
    const answer = printable(await firstBytes(response, answerMs))
    return {
      status: response.statusCode ?? 0,
      answer,
      retryAfterSeconds: secondsFrom(response.headers['retry-after']),
    }
  } finally {
    sent.destroy()
  }
}

/**
 * The answer to a request, whose body may still come.
 * @throws TakesTooLong after the time, whatever the connection says; Error when it ends without an answer.
 */
export function answerTo(sent: http.ClientRequest, withinMs: number): Promise<http.IncomingMessage> {
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => fail(new TakesTooLong()), withinMs)
    sent
      .on('response', settle)
      .on('error', fail)
      // Another protocol is no answer, and nothing but a close would follow.
      .on('upgrade', (_, socket) => {
        socket.destroy()
        fail(new Error('the receiver changed the protocol'))
      })
      .on('close', () => {
        clearTimeout(timer)
        fail(new Error('the connection ended without an answer'))
      })
  })
}

/** The first bytes of an answer, as many as come within the time: whoever drips delays nobody. */
function firstBytes(response: http.IncomingMessage, withinMs: number): Promise<Buffer> {
  return new Promise(settle => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      clearTimeout(timer)
      settle(Buffer.concat(chunks).subarray(0, maxBytes))
    }
    const timer = setTimeout(end, withinMs)
    response
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= maxBytes) end()
      })
      .on('end', end)
      .on('error', end)
      .on('close', end)
  })
}

/** Text that PostgreSQL and a screen take: without control characters but line breaks and tabs. */
const printable = (bytes: Buffer): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .slice(0, maxCharacters)

/** Seconds of a `Retry-After`, which is a number or a date. */
function secondsFrom(header: string | undefined): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

export class AddressNotAllowed extends Error {}
class TakesTooLong extends Error {}

/**
 * Looks a name up for the connection that is about to be made, and refuses it when any of its addresses may not be
 * called: a name that answers differently the next time is checked then.
 */
export function checkedLookup(
  reach: Reach,
  resolve: (name: string) => Promise<readonly string[]>,
): LookupFunction {
  return (name, options, done) => {
    findAddresses(name, reach, resolve).then(
      addresses => {
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        const [first] = found
        if (options.all) done(null, found)
        else done(null, first?.address ?? '', first?.family)
      },
      error => done(error, []),
    )
  }
}

/** Addresses of a name that all may be called. @throws AddressNotAllowed, or an error with the code ENOTFOUND. */
export async function findAddresses(
  name: string,
  reach: Reach,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const addresses = await resolve(name)
  if (addresses.length === 0) throw Object.assign(new Error(`no address of ${name}`), { code: 'ENOTFOUND' })
  if (!addresses.every(reach.mayCall)) throw new AddressNotAllowed()
  return addresses
}

/**
 * Addresses of a name, asked over the network and not by the system's own function, which holds one of the few threads
 * that hash passwords and read files as long as a name server likes.
 */
export async function resolveName(name: string): Promise<readonly string[]> {
  if (hostFrom(new URL(`http://${name}`)) === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return [four, six].flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
}

function faultFrom(error: unknown): CallFault {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed'
  if (error instanceof TakesTooLong) return 'takes_too_long'
  if (!(error instanceof Error)) return 'no_connection'
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return 'name_unknown'
  return /CERT|SSL|TLS|SELF_SIGNED|VERIFY|ISSUER/.test(code) ? 'certificate' : 'no_connection'
}
