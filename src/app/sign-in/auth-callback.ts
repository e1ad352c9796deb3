/** What an address that came in a mail, or from the identity server, asks the sign-in screen for. */

/** How somebody who sets a password shows that they may. */
export type Proof =
  /** This browser has redeemed the link already. */
  | { kind: 'session'; type: 'recovery' | 'invite' }
  /** Redeemed when the form is sent, not when the page opens: what scans mails opens pages too. */
  | { kind: 'code'; type: 'recovery' | 'invite'; code: string }
  | { kind: 'tokens'; type: 'recovery' | 'invite'; accessToken: string; refreshToken: string }

export type Address = { readonly search: string; readonly hash: string }

export function proofIn(address: Address): Proof | null {
  const [query, hash] = paramsOf(address)
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

/** A code to redeem or a session: whatever door it came to, the sign-in screen knows what to do with it. */
export const carriesEntry = (address: Address): boolean =>
  paramsOf(address).some(params => params.has('code') || params.has('access_token'))

/** A used or expired link comes back with its error in the query or the hash. */
export const carriesError = (address: Address): boolean =>
  paramsOf(address).some(params => params.has('error') || params.has('error_code'))

const paramsOf = ({ search, hash }: Address) =>
  [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))] as const
