/** Keys by which push services know this program (VAPID, RFC 8292): private keys on the curve P-256, in base64url. */
import { createECDH } from 'node:crypto'

export type PushSettings = {
  /** The first is given to devices; each of them still reaches the devices that it was given to. */
  readonly keys: readonly string[]
  /** `mailto:` or an https page. */
  readonly contact: string
}

export type PushKey = { readonly publicKey: string; readonly privateKey: string }

const curve = 'prime256v1'

/** True for a private key. */
export function isPushKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && publicKeyFrom(text) !== null
}

/** @throws for a text that is no private key. */
export function pushKeyFrom(privateKey: string): PushKey {
  const publicKey = publicKeyFrom(privateKey)
  if (publicKey === null) throw new Error('a push key that is none')
  return { publicKey, privateKey }
}

export function makePushKey(): string {
  const pair = createECDH(curve)
  pair.generateKeys()
  // A number that happens to be small has fewer bytes.
  const bytes = pair.getPrivateKey()
  return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url')
}

/** True for the public key of a device: a point of the curve. */
export function isDeviceKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const ours = createECDH(curve)
  ours.generateKeys()
  try {
    return ours.computeSecret(bytes).length > 0
  } catch {
    return false
  }
}

function publicKeyFrom(privateKey: string): string | null {
  const pair = createECDH(curve)
  try {
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}
