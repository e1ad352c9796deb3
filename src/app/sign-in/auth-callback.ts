/** Parts of an address that the sign-in screen handles: a mail's code, a session or the error of a link. */

/** Proof that somebody may set a password. */
export type Proof =
  /** Redeemed link: this browser has its session already. */
  | { kind: 'session'; type: 'recovery' | 'invite' }
  /**
   * Code of a link, redeemed when the form is sent and not when the page opens: mail scanners open pages too.
   */
  | { kind: 'code'; type: 'recovery' | 'invite'; code: string }
  | { kind: 'tokens'; type: 'recovery' | 'invite'; accessToken: string; refreshToken: string }

export type Address = { readonly search: string; readonly hash: string }

/** Proof that an address brings; null when it brings none. */
export function proofIn(address: Address): Proof | null {
  const [query, hash] = readParams(address)
  const accessToken = hash.get('access_token')
  const type = hash.get('type')
  if (accessToken && (type === 'recovery' || type === 'invite'))
    return { kind: 'tokens', type, accessToken, refreshToken: hash.get('refresh_token') ?? '' }
  const code = query.get('code')
  if (code) return { kind: 'code', type: 'recovery', code }
  const invitation = query.get('token_hash')
  if (invitation && query.get('source') === 'invite')
    return { kind: 'code', type: 'invite', code: invitation }
  return null
}

/**
 * True when the address brings a code to redeem or a session: the sign-in screen handles both, wherever they
 * arrive.
 */
export const carriesEntry = (address: Address): boolean =>
  readParams(address).some(params => params.has('code') || params.has('access_token'))

/** True when the address brings the error of a used or expired link, in its query or its hash. */
export const carriesError = (address: Address): boolean =>
  readParams(address).some(params => params.has('error') || params.has('error_code'))

const readParams = ({ search, hash }: Address) =>
  [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))] as const
