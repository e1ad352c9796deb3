/** An address that speaks for a session for a few minutes: for what a browser loads without our headers. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const Link = z.object({
  fileId: z.guid(),
  userId: z.guid(),
  sessionId: z.guid(),
  companyId: z.guid(),
  /** Impersonation: who looks at it. */
  viewedBy: z.guid().optional(),
  /** Epoch seconds. */
  until: z.int(),
})
export type Link = z.infer<typeof Link>

export function signLink(secret: string, link: Link): string {
  const body = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${body}.${mac(secret, body)}`
}

/** What the link says if it is ours and still good at `now`; whether its session lives is asked later. */
export function readLink(secret: string, token: string, now: Date): Link | null {
  const [body = '', signature = ''] = token.split('.')
  const expected = Buffer.from(mac(secret, body))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  const parsed = Link.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return parsed.success && parsed.data.until * 1000 > now.getTime() ? parsed.data : null
}

function mac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`file link ${body}`).digest('base64url')
}
