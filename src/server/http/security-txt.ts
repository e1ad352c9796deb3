/** `/.well-known/security.txt` (RFC 9116): the contact for reports of vulnerabilities. */
import type { FastifyInstance } from 'fastify'
import { clock } from '#server/clock.ts'

const path = '/.well-known/security.txt'
const validForMs = 90 * 24 * 60 * 60 * 1000

type SecurityTxt = {
  /** `mailto:` or `https:`. Null: no contact is configured, and the path answers 404. */
  readonly contact: string | null
  readonly origin: string
}

export function mountSecurityTxt(app: FastifyInstance, { contact, origin }: SecurityTxt): void {
  if (contact === null) return
  app.get(path, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityTxt(contact, origin, clock.now())),
  )
}

/** The file, made for each request, so that its expiry always lies ahead. */
function securityTxt(contact: string, origin: string, now: Date): string {
  const expires = new Date(now.getTime() + validForMs)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: es, en',
    `Canonical: ${origin}${path}`,
  ]
  return `${lines.join('\n')}\n`
}
