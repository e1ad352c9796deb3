/**
 * The text of an API token: `vb_pat_` or `vb_svc_`, 54 characters that hold its company and 24 random bytes, and six of
 * a checksum. The prefix and the checksum let scanners find a lost token without asking us, and let a mistyped one be
 * refused without the database. The company tells where to look; only the digest of the whole text is kept.
 */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TokenKind } from '#kernel/token-scope.ts'

/** A text that may be a token of ours: `digest` is the SHA-256 of the whole, in base64url. */
export type ApiTokenText = {
  readonly kind: TokenKind
  readonly companyId: string
  readonly digest: string
}

const prefixes: { readonly [kind in TokenKind]: string } = { personal: 'vb_pat_', service: 'vb_svc_' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const uuidBytes = 16
const secretBytes = 24
const bodyLength = 54
const checksumLength = 6
const shape = new RegExp(`^vb_(pat|svc)_([0-9A-Za-z]{${bodyLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** Begins every token, and no access token of a session. */
const commonPrefix = 'vb_'

/** True for a bearer text that claims to be an API token, whether it is one or not. */
export const looksLikeApiToken = (text: string): boolean => text.startsWith(commonPrefix)

/** A new token of a company. */
export function makeApiToken(kind: TokenKind, companyId: string): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex')
  const bytes = Buffer.concat([company, randomBytes(secretBytes)])
  const text = prefixes[kind] + inBase62(bytes, bodyLength)
  return text + checksum(text)
}

/** Reads a token; null for a text that `makeApiToken` cannot have made. */
export function readApiToken(text: string): ApiTokenText | null {
  const [, word, body = '', check = ''] = shape.exec(text) ?? []
  if (word === undefined || checksum(text.slice(0, -checksumLength)) !== check) return null
  const bytes = fromBase62(body, uuidBytes + secretBytes)
  if (bytes === null) return null
  const kind = word === 'pat' ? 'personal' : 'service'
  return {
    kind,
    companyId: uuidFrom(bytes.toString('hex', 0, uuidBytes)),
    digest: tokenDigest(text),
  }
}

/** Digest of a token, the part that is kept: it has 192 random bits, so that nobody finds a text by its digest. */
export const tokenDigest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The part of a token that lists show, by which its owner recognises it. */
export const tokenHint = (text: string): string => text.slice(-checksumLength)

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return inBase62(bytes, checksumLength)
}

function inBase62(bytes: Uint8Array, length: number): string {
  const digits = inOtherBase([...bytes], 256, alphabet.length, length)
  return digits.map(digit => alphabet.charAt(digit)).join('')
}

/** The bytes of a text of digits; null when they are more than `length` holds. */
function fromBase62(text: string, length: number): Buffer | null {
  const digits = [...text].map(letter => alphabet.indexOf(letter))
  const bytes = Buffer.from(inOtherBase(digits, alphabet.length, 256, length))
  return inBase62(bytes, text.length) === text ? bytes : null
}

/** A number, the greatest digit first, in digits of another base: its last `length` ones. */
function inOtherBase(digits: readonly number[], from: number, to: number, length: number): number[] {
  const written = new Array<number>(length).fill(0)
  for (const digit of digits) {
    let carry = digit
    for (let at = length - 1; at >= 0; at--) {
      carry += (written[at] ?? 0) * from
      written[at] = carry % to
      carry = Math.floor(carry / to)
    }
  }
  return written
}

function uuidFrom(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
