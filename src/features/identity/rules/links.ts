/**
 * A link in a mail is good once and not for long, and leads back to pages of ours or to those that the
 * operator named. What it is for is decided when it is made, never by whoever presents it.
 */
export const purposes = [
  'recovery',
  'signup',
  // A first password is chosen.
  'invite',
  // A company's invitation is accepted by somebody who has a password.
  'invitation',
  'email_change',
  'email_undo',
  // An address that somebody else has given: confirmed by its reader, refused by that of the former one.
  'address',
  'address_refusal',
  'auth_code',
] as const
export type Purpose = (typeof purposes)[number]

const minute = 60_000

/** For how long a link is good. */
export const lifetimeMs: { readonly [purpose in Purpose]: number } = {
  recovery: 60 * minute,
  signup: 24 * 60 * minute,
  invite: 7 * 24 * 60 * minute,
  invitation: 7 * 24 * 60 * minute,
  email_change: 60 * minute,
  email_undo: 72 * 60 * minute,
  address: 7 * 24 * 60 * minute,
  address_refusal: 7 * 24 * 60 * minute,
  auth_code: 5 * minute,
}

/** A changed address that nobody confirmed within a day is no longer wanted. */
export function mayResend(changeAskedAt: string | null, now: Date): boolean {
  return changeAskedAt !== null && now.getTime() - Date.parse(changeAskedAt) < 24 * 60 * minute
}

/** What a client may call a link when it presents it. Any other word opens nothing. */
export const purposesOfType: ReadonlyMap<string, readonly Purpose[]> = new Map([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['email_change', ['email_change']],
  ['email', ['signup', 'invite', 'email_change']],
])

/** How the person proved who they are, as the session tells it. */
export const methodOf: { readonly [purpose in Purpose]: string } = {
  recovery: 'recovery',
  signup: 'otp',
  invite: 'invite',
  invitation: 'invite',
  email_change: 'otp',
  email_undo: 'otp',
  address: 'otp',
  address_refusal: 'otp',
  auth_code: 'otp',
}

/** Our own origin, and prefixes of addresses that the operator allows besides. */
export type Site = { readonly origin: string; readonly redirects: readonly string[] }

/** Whether a link may lead there: an exact origin, below an allowed path, and nothing that a parser could read otherwise. */
function mayLeadTo(address: string, { origin, redirects }: Site): boolean {
  if (/[\\\s\p{Cc}]/u.test(address)) return false
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  return [origin, ...redirects].some(prefix => {
    const allowed = URL.parse(prefix)
    if (!allowed || allowed.origin !== url.origin) return false
    const folder = allowed.pathname.replace(/\/$/, '')
    return url.pathname === folder || url.pathname.startsWith(`${folder}/`)
  })
}

/** The page with a button that spends the code: opening it does nothing, so that no mail scanner can. */
export const confirmationPage = (
  { origin }: Pick<Site, 'origin'>,
  type: 'signup' | 'email_change' | 'email_undo' | 'invitation' | 'address' | 'address_refusal',
  code: string,
): string => pageWith(`${origin}/confirm`, { type, token_hash: code })

/** The form for a first password. */
export const invitationPage = ({ origin }: Pick<Site, 'origin'>, code: string): string =>
  pageWith(`${origin}/login`, { source: 'invite', token_hash: code })

/** The form for a new password; whoever has the code may open it in any browser. */
export const recoveryPage = ({ origin }: Pick<Site, 'origin'>, code: string): string =>
  pageWith(`${origin}/login`, { source: 'reset_email', code })

/** An address with more parameters. */
export function pageWith(address: string | URL, parameters: { readonly [name: string]: string }): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Where a link leads: where its asker wanted, when that is allowed, else the page we give. */
export function returnTo(asked: string | null, page: string, site: Site): URL {
  return new URL(asked !== null && mayLeadTo(asked, site) ? asked : `${site.origin}${page}`)
}
