/**
 * Encryption of text in the database that only this program may read: AES-256-GCM under a key derived from the
 * program's secret and the purpose, so that text sealed for one purpose cannot be opened for another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Seal = {
  seal(text: string): string
  /** Decrypts. Null for text that was not sealed by us, or for another purpose, under another secret, or altered. */
  unseal(sealed: string): string | null
}

const cipher = 'aes-256-gcm'
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

export function openSeal(secret: string, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32))
  return {
    seal: text => {
      const nonce = randomBytes(nonceBytes)
      const cipherer = createCipheriv(cipher, key, nonce)
      const body = Buffer.concat([cipherer.update(text, 'utf8'), cipherer.final()])
      return `${version}.${Buffer.concat([nonce, cipherer.getAuthTag(), body]).toString('base64url')}`
    },
    unseal: sealed => {
      const [head, text = '', ...rest] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (head !== version || rest.length > 0 || bytes.length < nonceBytes + tagBytes) return null
      return decrypt(bytes, key)
    },
  }
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
