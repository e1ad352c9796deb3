/**
 * A refresh token: its session's id, the session's counter at issue, and an HMAC over both, so nothing is stored per
 * token. The HMAC's key combines the session's own key with the program's secret, so that a stolen database cannot
 * forge one. While the secret is rotated, the token names the key of the secret.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { keyIdBytes, possibleKeys, type Secret, writtenId } from '#server/auth/secret-keys.ts'

export type RefreshToken = {
  readonly sessionId: string
  readonly counter: number
  readonly mac: Buffer
  /** Id of the key of the secret; null: the token does not say. */
  readonly keyId: string | null
}

export type RefreshTokens = {
  write(sessionId: string, counter: number, hmacKey: Buffer): string
  /** Parses a token. Null for text that `write` cannot have produced; `isGenuine` checks the HMAC. */
  read(text: string): RefreshToken | null
  isGenuine(token: RefreshToken, hmacKey: Buffer): boolean
}

/** Versions, the first byte: the second has the id of a key between body and HMAC. */
const withoutId = 1
const withId = 2
const bodyLength = 1 + 16 + 4
const macLength = 16

export function openRefreshTokens(secret: Secret): RefreshTokens {
  const derive = (text: string) => Buffer.from(hkdfSync('sha256', text, '', 'refresh tokens', 32))
  const peppers = new Map(secret.keys.map(({ id, text }) => [id, derive(text)]))
  const computeMac = (keyId: string, body: Buffer, hmacKey: Buffer) => {
    const key = createHmac('sha256', peppers.get(keyId) ?? '')
      .update(hmacKey)
      .digest()
    return createHmac('sha256', key).update(body).digest().subarray(0, macLength)
  }
  const id = writtenId(secret)
  return {
    write: (sessionId, counter, hmacKey) => {
      const body = encodeBody(sessionId, counter, id)
      return Buffer.concat([body, computeMac(secret.first.id, body, hmacKey)]).toString('base64url')
    },
    read: text => {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.toString('base64url') !== text) return null
      const idLength = bytes[0] === withId ? keyIdBytes : 0
      if (bytes[0] !== withoutId && bytes[0] !== withId) return null
      const signedLength = bodyLength + idLength
      if (bytes.length !== signedLength + macLength) return null
      return {
        sessionId: uuidFromBytes(bytes.subarray(1, 17)),
        counter: bytes.readUInt32BE(17),
        keyId: idLength === 0 ? null : bytes.subarray(bodyLength, signedLength).toString('base64url'),
        mac: bytes.subarray(signedLength),
      }
    },
    isGenuine: ({ sessionId, counter, keyId, mac }, hmacKey) => {
      const body = encodeBody(sessionId, counter, keyId)
      return possibleKeys(secret, keyId).some(key => timingSafeEqual(mac, computeMac(key.id, body, hmacKey)))
    },
  }
}

function encodeBody(sessionId: string, counter: number, keyId: string | null): Buffer {
  const body = Buffer.alloc(bodyLength)
  body[0] = keyId === null ? withoutId : withId
  body.write(sessionId.replaceAll('-', ''), 1, 'hex')
  body.writeUInt32BE(counter, 17)
  return keyId === null ? body : Buffer.concat([body, Buffer.from(keyId, 'base64url')])
}

function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
