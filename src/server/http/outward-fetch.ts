/**
 * Calls to another system that people name, by a library that speaks `fetch`: each address is checked when it is connected
 * to, no redirect is followed, and neither time nor room goes beyond a bound.
 */
import http from 'node:http'
import https from 'node:https'
import { AddressNotAllowed, answerTo, checkedLookup, resolveName } from '#server/http/outward.ts'
import { addressFault, type Reach } from '#server/http/reach.ts'

export type Asked = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null
}

/** @throws Error without an answer in time, for an address that may not be called, and for an answer without end. */
export type OutwardFetch = (url: string, asked: Asked) => Promise<Response>

export type OutwardFetchOptions = {
  readonly reach: Reach
  /** Addresses of a name, in digits. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
  /** Time for the whole of an answer. */
  readonly totalMs: number
}

const maxBytes = 256 * 1024

export function openOutwardFetch({
  reach,
  resolve = resolveName,
  totalMs,
}: OutwardFetchOptions): OutwardFetch {
  const lookup = checkedLookup(reach, resolve)
  return async (url, { method, headers, body = null }) => {
    // Digits are never looked up: they are checked here.
    if (addressFault(url, reach) !== null) throw new AddressNotAllowed()
    const target = new URL(url)
    const { request } = target.protocol === 'https:' ? https : http
    const bytes = body === null ? null : Buffer.from(body)
    const length = bytes === null ? {} : { 'content-length': bytes.length }
    const sent = request(target, {
      method,
      agent: false,
      lookup,
      headers: { ...headers, 'accept-encoding': 'identity', ...length },
    })
    const until = performance.now() + totalMs
    try {
      const answered = answerTo(sent, totalMs)
      sent.end(bytes ?? undefined)
      const message = await answered
      const whole = await wholeBody(message, until - performance.now())
      return toResponse(message, whole)
    } finally {
      sent.destroy()
    }
  }
}

/** @throws Error for an answer that is larger than the bound, or does not end in time. */
function wholeBody(message: http.IncomingMessage, withinMs: number): Promise<Buffer> {
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => fail(new Error('the answer does not end')), withinMs)
    const chunks: Buffer[] = []
    let size = 0
    const end = (outcome: () => void) => {
      clearTimeout(timer)
      outcome()
    }
    message
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > maxBytes) end(() => fail(new Error('the answer is too large')))
      })
      .on('end', () => end(() => settle(Buffer.concat(chunks))))
      .on('error', error => end(() => fail(error)))
      .on('close', () => end(() => fail(new Error('the connection ended within the answer'))))
  })
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function toResponse({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Response {
  const isAnswer = statusCode >= 200 && statusCode <= 599
  if (!isAnswer) throw new Error('no status that an answer has')
  const type = headers['content-type']
  const challenge = headers['www-authenticate']
  return new Response(withoutBody.has(statusCode) ? null : new Uint8Array(body), {
    status: statusCode,
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    },
  })
}
