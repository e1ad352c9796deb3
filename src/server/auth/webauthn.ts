/**
 * WebAuthn (Level 3): what a browser is asked for, and what it answers. Attestation is not asked for, and none is checked
 * that would make this program follow addresses out of a stranger's certificate. Whatever does not verify is null.
 */
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isLoopback } from '#server/loopback.ts'

/** The site for which devices make keys: a domain, and the one origin whose pages may ask for them. */
export type RelyingParty = { readonly id: string; readonly origin: string; readonly name: string }

/**
 * The relying party of the configured public origin; of a proxy in front, no header counts. An address of this machine
 * is no domain: browsers allow `localhost` in its place.
 */
export function relyingParty(origin: string, name: string): RelyingParty {
  const url = new URL(origin)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(host)) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin, name }
}

export const newChallenge = (): string => randomBytes(32).toString('base64url')

/** Algorithms of keys: EdDSA, ES256 and RS256, as COSE numbers them. */
export const algorithms = [-8, -7, -257]

export type NewCredential = {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** The library holds 6 MB: only a passkey loads it. */
const loadLibrary = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** The credential that a device has made for this challenge, with its user verified; null for anything else. */
export async function readRegistration(
  response: RegistrationResponseJSON,
  challenge: string,
  site: RelyingParty,
): Promise<NewCredential | null> {
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([loadLibrary(), loadHelpers()])
  try {
    if (!isUnattested(response.response.attestationObject, helpers)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return id === response.id ? { credentialId: id, publicKey, counter } : null
  } catch {
    return null
  }
}

/** True for no attestation, and for one by the key itself, which browsers pass on: neither brings certificates. */
function isUnattested(
  attestationObject: string,
  { decodeAttestationObject, isoBase64URL }: Awaited<ReturnType<typeof loadHelpers>>,
): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

export type KnownCredential = { readonly credentialId: string; readonly publicKey: Uint8Array }

/**
 * The counter that the device has signed with this challenge, its user verified; null for anything else. Whether the
 * counter is a good one is judged where the row is locked.
 */
export async function readAssertion(
  response: AuthenticationResponseJSON,
  challenge: string,
  { credentialId, publicKey }: KnownCredential,
  site: RelyingParty,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
