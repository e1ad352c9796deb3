/** An address that speaks for a session for a few minutes: for what a browser loads without our headers. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { UuidWire } from '#kernel/wire.ts'
import type { Claims } from '#server/auth/session.ts'

/** For whom of the platform a link speaks, who is in no company. */
export const PlatformLinkWire = z.object({
  userId: UuidWire,
  sessionId: UuidWire,
  /** Epoch seconds. */
  until: z.int(),
})

/** For whom a link speaks. What it leads to is added by whoever makes it. */
export const LinkWire = PlatformLinkWire.extend({
  companyId: UuidWire,
  /** Impersonation: who looks at it. */
  viewedBy: UuidWire.optional(),
})
export type Link = z.infer<typeof LinkWire>
type PlatformLink = z.infer<typeof PlatformLinkWire>

/** What a link of one purpose says can never be read as another's. */
export type Purpose = 'file' | 'export' | 'journal' | 'certificate' | 'batch' | `list of ${string}`

export const linkSeconds = 300

export function linkFor(actor: Actor, now: Date): Link {
  const { companyId, viewedBy } = actor
  return { ...platformLinkFor(actor, now), companyId, ...(viewedBy === undefined ? {} : { viewedBy }) }
}

export function platformLinkFor(
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  now: Date,
): PlatformLink {
  return { userId, sessionId, until: Math.floor(now.getTime() / 1000) + linkSeconds }
}

export function signLink<L extends PlatformLink>(secret: string, purpose: Purpose, link: L): string {
  const body = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${body}.${mac(secret, purpose, body)}`
}

/** What the link says if it is ours and still good at `now`; whether its session lives is asked later. */
export function readLink<L extends PlatformLink>(
  secret: string,
  purpose: Purpose,
  shape: z.ZodType<L>,
  { token, now }: { token: string; now: Date },
): L | null {
  const [body = '', signature = ''] = token.split('.')
  const expected = Buffer.from(mac(secret, purpose, body))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  const parsed = shape.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return parsed.success && parsed.data.until * 1000 > now.getTime() ? parsed.data : null
}

/** A link names a session and no more: who that is now, the rows say. */
export function claimsOf(link: Link | PlatformLink): Claims {
  const { userId, sessionId } = link
  const { companyId, viewedBy } = 'companyId' in link ? link : { companyId: null, viewedBy: undefined }
  const unknown = { role: 'client_user', name: '', clientId: null, providerId: null, zone: 'UTC' } as const
  // Only a session that had taken every step could ask for the link.
  const steps = { counter: 0, aal: 'aal2', isStrict: false } as const
  const acting = viewedBy === undefined ? null : { userId: viewedBy }
  return { userId, sessionId, companyId, acting, ...unknown, ...steps }
}

function mac(secret: string, purpose: Purpose, body: string): string {
  return createHmac('sha256', secret).update(`${purpose} link ${body}`).digest('base64url')
}
