/** Links of mails to approvers: used for one decision, and deleted when long over. */
import { decideSeat } from '#features/approvals/commands/decide.ts'
import { deleteOldLinks, lockLink, saveUsed } from '#features/approvals/store/decision-links.ts'
import type { decideByLink } from '#features/approvals/wire/decision-link.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { tokenDigest } from '#server/auth/api-token-text.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

/** Decides the seat of a link, by the rules of every decision, at the revision that its mail was about. */
export async function decideWithLink(
  tx: TenantTx,
  actor: Actor,
  { link: text, decision, comment }: BodyOf<typeof decideByLink>,
): Promise<ResponseOf<typeof decideByLink> | Refusal> {
  const digest = tokenDigest(text)
  const link = await lockLink(tx, actor.userId, digest)
  if (!link) return refuse('not_found')
  if (link.isUsed) return refuse('link_used')
  if (Date.parse(link.expiresAt) <= tx.now.getTime()) return refuse('link_expired')
  const { documentId, revision, seatId } = link
  const decided = await decideSeat(tx, actor, documentId, { revision, decision, comment }, { seatId })
  if (!isRefusal(decided)) tx.batchWithCommit(gathering => saveUsed(gathering, digest))
  return decided
}

const batchSize = 5000

/** Deletes the links of these companies that have been over for long. */
export async function sweepLinks(db: Db, companies: readonly string[]): Promise<void> {
  for (const company of companies)
    while ((await asSystem(db, company, tx => deleteOldLinks(tx, batchSize))) === batchSize);
}
