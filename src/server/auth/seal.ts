/**
 * Encryption of text in the database that only this program may read: AES-256-GCM under a key derived from the
 * program's secret and the purpose, so that text sealed for one purpose cannot be opened for another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { possibleKeys, type Secret, writtenId } from '#server/auth/secret-keys.ts'

export type Seal = {
  seal(text: string): string
  /** Decrypts. Null for text that was not sealed by us, or for another purpose, under another secret, or altered. */
  unseal(sealed: string): string | null
  /** Seals anew with the first key. Null for text that has its seal already, or that cannot be opened. */
  reseal(sealed: string): string | null
}

const cipher = 'aes-256-gcm'
const withoutId = 'v1'
const withId = 'v2'
const nonceBytes = 12
const tagBytes = 16

export function openSeal(secret: Secret, purpose: string): Seal {
  const derive = (text: string) => new Uint8Array(hkdfSync('sha256', text, '', `seal ${purpose}`, 32))
  const keys = new Map(secret.keys.map(({ id, text }) => [id, derive(text)]))
  const firstKey = derive(secret.first.text)
  const id = writtenId(secret)
  const head = id === null ? withoutId : `${withId}.${id}`
  const seal = (text: string) => `${head}.${encrypt(text, firstKey).toString('base64url')}`
  const open = (sealed: string): { text: string; keyId: string } | null => {
    const read = parse(sealed)
    if (!read) return null
    for (const { id } of possibleKeys(secret, read.keyId)) {
      const key = keys.get(id)
      const text = key ? decrypt(read.bytes, key) : null
      if (text !== null) return { text, keyId: id }
    }
    return null
  }
  return {
    seal,
    unseal: sealed => open(sealed)?.text ?? null,
    reseal: sealed => {
      const opened = open(sealed)
      return opened === null || opened.keyId === secret.first.id ? null : seal(opened.text)
    },
  }
}

/** The parts of a seal, `v1.<bytes>` or `v2.<key id>.<bytes>`; null for any other text. */
function parse(sealed: string): { keyId: string | null; bytes: Buffer } | null {
  const parts = sealed.split('.')
  const keyId = parts[0] === withId ? parts[1] : null
  const text = parts.at(-1) ?? ''
  if (keyId === undefined || parts.length !== (keyId === null ? 2 : 3)) return null
  if (keyId === null && parts[0] !== withoutId) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length < nonceBytes + tagBytes ? null : { keyId, bytes }
}

function encrypt(text: string, key: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipherer = createCipheriv(cipher, key, nonce)
  const body = Buffer.concat([cipherer.update(text, 'utf8'), cipherer.final()])
  return Buffer.concat([nonce, cipherer.getAuthTag(), body])
}

/** The text of sealed bytes; null when they were altered or sealed with another key. */
function decrypt(bytes: Buffer, key: Uint8Array): string | null {
  const decipherer = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipherer.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const body = bytes.subarray(nonceBytes + tagBytes)
    return decipherer.update(body, undefined, 'utf8') + decipherer.final('utf8')
  } catch {
    return null
  }
}
