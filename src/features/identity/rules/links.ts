/**
 * Links in mails. A link works once and for a short time, and redirects only to our pages or to addresses that the
 * operator configured. Its purpose is fixed when it is made, never by the request that presents it.
 */
export const purposes = [
  'recovery',
  'signup',
  // The person chooses a first password.
  'invite',
  // A person with a password accepts a company's invitation.
  'invitation',
  'email_change',
  'email_undo',
  // A pending address: the reader of its mails confirms it, the reader of the former address refuses it.
  'address',
  'address_refusal',
  'auth_code',
] as const
export type Purpose = (typeof purposes)[number]

const minute = 60_000

/** Lifetime of a link by its purpose. */
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

/** True when a change of address may be mailed again: after a day without confirmation it counts as abandoned. */
export function mayResend(requestedAt: string | null, now: Date): boolean {
  return requestedAt !== null && now.getTime() - Date.parse(requestedAt) < 24 * 60 * minute
}

/** The purposes that a client's `type` may stand for when it presents a link. Any other type opens nothing. */
export const purposesOfType: ReadonlyMap<string, readonly Purpose[]> = new Map([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['email_change', ['email_change']],
  ['email', ['signup', 'invite', 'email_change']],
])

/** The authentication method that a link's purpose records in the session. */
export const linkMethods: { readonly [purpose in Purpose]: string } = {
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

/** Our own origin, and the URL prefixes that the operator allows for redirects. */
export type Site = { readonly origin: string; readonly redirects: readonly string[] }

/** True for an allowed redirect: an exact origin, at or below an allowed path, without characters that parsers read differently. */
function isAllowedRedirect(address: string, { origin, redirects }: Site): boolean {
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

/** URL of the page with a button that spends the code: opening the page spends nothing, because mail scanners open it. */
export const confirmationPage = (
  { origin }: Pick<Site, 'origin'>,
  type: 'signup' | 'email_change' | 'email_undo' | 'invitation' | 'address' | 'address_refusal',
  code: string,
): string => pageWith(`${origin}/confirm`, { type, token_hash: code })

/** URL of the form for a first password. */
export const invitationPage = ({ origin }: Pick<Site, 'origin'>, code: string): string =>
  pageWith(`${origin}/login`, { source: 'invite', token_hash: code })

/** URL of the form for a new password; the code works in any browser. */
export const recoveryPage = ({ origin }: Pick<Site, 'origin'>, code: string): string =>
  pageWith(`${origin}/login`, { source: 'reset_email', code })

/** A URL with additional query parameters. */
export function pageWith(address: string | URL, parameters: { readonly [name: string]: string }): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The target of a link: the requested URL when it is allowed, else `page` of our own origin. */
export function returnTo(requested: string | null, page: string, site: Site): URL {
  return new URL(
    requested !== null && isAllowedRedirect(requested, site) ? requested : `${site.origin}${page}`,
  )
}
