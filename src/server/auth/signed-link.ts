/** Signed links: URLs that authenticate a session for a few minutes, for files that a browser loads without our headers. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { UuidWire } from '#kernel/wire.ts'
import { possibleKeys, type Secret, writtenId } from '#server/auth/secret-keys.ts'
import type { Claims } from '#server/auth/session.ts'

/** The payload of a platform operator's link, who is in no company. */
export const PlatformLinkWire = z.object({
  userId: UuidWire,
  sessionId: UuidWire,
  /** Epoch seconds. */
  until: z.int(),
})

/** The payload of a link in a company. Each purpose extends it with the object that the link opens. */
export const LinkWire = PlatformLinkWire.extend({
  companyId: UuidWire,
  /** The impersonator's user id; absent outside impersonation. */
  impersonatorId: UuidWire.optional(),
  /** True when the link was asked for with an API token, which `sessionId` then names. */
  isOfToken: z.boolean().optional(),
})
export type Link = z.infer<typeof LinkWire>
type PlatformLink = z.infer<typeof PlatformLinkWire>

/** The purpose of a link: part of its signature, so that a link of one purpose is invalid for any other. */
export type Purpose =
  | 'file'
  | 'export'
  | 'journal'
  | 'certificate'
  | 'certificate archive'
  | 'batch'
  | 'closing'
  | `list of ${string}`

export const linkSeconds = 300

/** The payload of a link for a person in a company, as they work now. */
export function linkFor(actor: Actor, now: Date): Link {
  const { companyId, impersonatorId, tokenId } = actor
  return {
    ...platformLinkFor(actor, now),
    companyId,
    ...(tokenId === undefined ? {} : { isOfToken: true }),
    ...(impersonatorId === undefined ? {} : { impersonatorId }),
  }
}

export function platformLinkFor(
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  now: Date,
): PlatformLink {
  return { userId, sessionId, until: Math.floor(now.getTime() / 1000) + linkSeconds }
}

/** The text of a link: its payload, our signature for the purpose and, while the secret is rotated, the id of its key. */
export function signLink<L extends PlatformLink>(secret: Secret, purpose: Purpose, link: L): string {
  const body = Buffer.from(JSON.stringify(link)).toString('base64url')
  const signed = `${body}.${mac(secret.first.text, purpose, body)}`
  const id = writtenId(secret)
  return id === null ? signed : `${signed}.${id}`
}

/** The payload of a link with our signature that has not expired at `now`, else null. Its session is checked later. */
export function readLink<L extends PlatformLink>(
  secret: Secret,
  purpose: Purpose,
  shape: z.ZodType<L>,
  { token, now }: { token: string; now: Date },
): L | null {
  const [body = '', signature = '', keyId = null] = token.split('.')
  const presented = Buffer.from(signature)
  const isOurs = possibleKeys(secret, keyId).some(({ text }) => {
    const expected = Buffer.from(mac(text, purpose, body))
    return expected.length === presented.length && timingSafeEqual(expected, presented)
  })
  if (!isOurs) return null
  const parsed = shape.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return parsed.success && parsed.data.until * 1000 > now.getTime() ? parsed.data : null
}

/** The claims of a link, which names only its session or its API token. The other claims are placeholders: the session's rows replace them. */
export function linkClaims(link: Link | PlatformLink): Claims {
  const { userId, sessionId } = link
  const { companyId, impersonatorId, isOfToken } =
    'companyId' in link ? link : { companyId: null, impersonatorId: undefined, isOfToken: undefined }
  const placeholders = {
    role: 'client_user',
    name: '',
    clientId: null,
    providerId: null,
    zone: 'UTC',
    isSample: false,
  } as const
  // The link was made for a session that owed no step: `aal2` lets it through.
  const steps = { counter: 0, aal: 'aal2', isStrict: false } as const
  const impersonator = impersonatorId === undefined ? null : { userId: impersonatorId }
  const token = isOfToken ? { tokenId: sessionId } : {}
  return { userId, sessionId, ...token, companyId, impersonator, ...placeholders, ...steps }
}

/** The claims of a link once its session has been read, so that later transactions begin with the true person. */
export function claimsAs(claims: Claims, actor: Actor): Claims {
  const { role, name, clientId, providerId, zone, isSample = false } = actor
  return { ...claims, role, name, clientId, providerId, zone, isSample }
}

function mac(text: string, purpose: Purpose, body: string): string {
  return createHmac('sha256', text).update(`${purpose} link ${body}`).digest('base64url')
}
