/** Addresses of devices at their push services: secrets, which are kept sealed. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'

const Address = z.object({
  endpoint: z.string(),
  /** Public key of the device. */
  p256dh: z.string(),
  /** Secret of the device. */
  auth: z.string(),
})
export type PushAddress = z.infer<typeof Address>

export const deviceSeal = (secret: Secret): Seal => openSeal(secret, 'devices')

export const endpointDigest = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url')

export const sealedAddress = (seal: Seal, { endpoint, p256dh, auth }: PushAddress) => ({
  digest: endpointDigest(endpoint),
  sealed: seal.seal(JSON.stringify({ endpoint, p256dh, auth })),
  host: new URL(endpoint).host,
})

/** Null when the program's secret of today does not open it. */
export function openedAddress(seal: Seal, { sealed }: { readonly sealed: string }): PushAddress | null {
  const opened = seal.unseal(sealed)
  return opened === null ? null : Address.parse(JSON.parse(opened))
}
