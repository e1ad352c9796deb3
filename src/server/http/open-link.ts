/** Files behind a signed link: read again as whoever asked for the link, because a link alone gives no right. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { type Link, linkClaims, type Purpose, readLink } from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { type TenantTx, withTenant } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type LinkKind<L> = {
  readonly db: Db
  readonly secret: Secret
  readonly purpose: Purpose
  readonly shape: z.ZodType<L>
}

type Opened<L, Found> = {
  readonly link: L
  /** Name of the file, as the path says it. */
  readonly name: string
  readonly found: Found
}

/**
 * Opens the link in the path (`:token/:name`) and reads what it leads to, in one transaction that writes nothing.
 * @throws ProblemError `not_found` for a link that is not ours or has expired, and where `read` finds nothing.
 */
export async function openLink<L extends Link, Found>(
  request: FastifyRequest,
  { db, secret, purpose, shape }: LinkKind<L>,
  read: (tx: TenantTx, actor: Actor, link: L) => Promise<Found | null>,
): Promise<Opened<L, Found>> {
  const { token = '', name = '' } = Object(request.params)
  const link = readLink(secret, purpose, shape, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  const asked = { claims: linkClaims(link), requestId: request.id, mode: 'read' } as const
  const found = await withTenant(db, asked, (tx, actor) => read(tx, actor, link))
  if (found === null) throw commonProblem('not_found')
  return { link, name: String(name), found }
}
