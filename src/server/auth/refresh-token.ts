/**
 * A refresh token: its session's id, the session's counter at issue, and an HMAC over both, so nothing is stored per
 * token. The HMAC's key combines the session's own key with the program's secret, so that a stolen database cannot
 * forge one.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type RefreshToken = { readonly sessionId: string; readonly counter: number; readonly mac: Buffer }

export type RefreshTokens = {
  write(sessionId: string, counter: number, hmacKey: Buffer): string
  /** Parses a token. Null for text that `write` cannot have produced; `isGenuine` checks the HMAC. */
  read(text: string): RefreshToken | null
  isGenuine(token: RefreshToken, hmacKey: Buffer): boolean
}

const version = 1
const bodyLength = 1 + 16 + 4
const macLength = 16

export function openRefreshTokens(secret: string): RefreshTokens {
  const pepper = Buffer.from(hkdfSync('sha256', secret, '', 'refresh tokens', 32))
  const computeMac = (body: Buffer, hmacKey: Buffer) => {
    const key = createHmac('sha256', pepper).update(hmacKey).digest()
    return createHmac('sha256', key).update(body).digest().subarray(0, macLength)
  }
  return {
    write: (sessionId, counter, hmacKey) => {
      const body = encodeBody(sessionId, counter)
      return Buffer.concat([body, computeMac(body, hmacKey)]).toString('base64url')
    },
    read: text => {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length !== bodyLength + macLength || bytes.toString('base64url') !== text) return null
      if (bytes[0] !== version) return null
      const sessionId = uuidFromBytes(bytes.subarray(1, 17))
      return { sessionId, counter: bytes.readUInt32BE(17), mac: bytes.subarray(bodyLength) }
    },
    isGenuine: ({ sessionId, counter, mac }, hmacKey) =>
      timingSafeEqual(mac, computeMac(encodeBody(sessionId, counter), hmacKey)),
  }
}

function encodeBody(sessionId: string, counter: number): Buffer {
  const body = Buffer.alloc(bodyLength)
  body[0] = version
  body.write(sessionId.replaceAll('-', ''), 1, 'hex')
  body.writeUInt32BE(counter, 17)
  return body
}

function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
