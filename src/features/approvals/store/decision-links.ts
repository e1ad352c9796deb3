/** Rows of `decision_link`, `l` in their SQL, and the seats for which links are made. */
import { keptDays, linkDays } from '#features/approvals/rules/decision-link.ts'
import { hasPartInStage } from '#features/approvals/scope.ts'
import { companysToday, letsSubstituteDecide } from '#features/delegations/scope.ts'
import { part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A person who is written to about an order. */
export type Asked = { readonly documentId: string; readonly userId: string }

/** The seat that somebody who is written to decides first, and the revision that it is of. */
export type AskedSeat = Asked & { readonly seatId: string; readonly revision: number }

const dayMs = 86_400_000

/**
 * Open seat of each person in each order: their own first, then one of a principal for whom they decide today. Nobody who
 * has none is among them.
 */
export function findAskedSeats(tx: TenantTx, asked: readonly Asked[]): Promise<AskedSeat[]> {
  const principal = part`exists (select from delegation g
    join member m on m.company_id = g.company_id and m.user_id = g.to_user join account who on who.id = m.user_id
    where g.company_id = d.company_id and g.to_user = asked.user_id and g.from_user = a.approver_id
      and ${letsSubstituteDecide(companysToday(tx), { member: part`m`, account: part`who` }, part`d`)}
      and not ${hasPartInStage(part`asked.user_id`, part`a`)})`
  return tx.all<AskedSeat>(sql`
    select distinct on (d.id, asked.user_id) d.id as "documentId", asked.user_id as "userId", a.id as "seatId", a.revision
    from unnest(${asked.map(({ documentId }) => documentId)}::text[], ${asked.map(({ userId }) => userId)}::uuid[])
      as asked (document_id, user_id)
    join document d on d.company_id = ${tx.companyId} and d.id = asked.document_id and d.state = 'in_approval'
    join approval a on a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
      and a.status = 'pending'
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
    where a.approver_id = asked.user_id or ${principal}
    order by d.id, asked.user_id, a.approver_id <> asked.user_id, s.stage, a.id`)
}

export type NewLink = AskedSeat & { readonly digest: string }

export async function insertLinks(tx: TenantTx, links: readonly NewLink[]): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + linkDays * dayMs)
  const written = links.map(({ digest, documentId, revision, seatId, userId }) => [
    tx.companyId,
    digest,
    documentId,
    revision,
    seatId,
    userId,
    tx.now,
    expiresAt,
  ])
  await tx.run(sql`
    insert into decision_link (company_id, digest, document_id, revision, seat_id, user_id, created_at, expires_at)
    values ${rows(written)}`)
}

export type LockedLink = AskedSeat & { readonly expiresAt: string; readonly isUsed: boolean }

/** Locks a link of this person until the transaction ends; null for another's, as for one that never was. */
export function lockLink(tx: TenantTx, userId: string, digest: string): Promise<LockedLink | null> {
  return tx.one<LockedLink>(sql`
    select l.document_id as "documentId", l.user_id as "userId", l.seat_id as "seatId", l.revision,
      l.expires_at as "expiresAt", l.used_at is not null as "isUsed"
    from decision_link l where l.company_id = ${tx.companyId} and l.digest = ${digest} and l.user_id = ${userId}
    for update`)
}

export function saveUsed(tx: TenantTx, digest: string): Promise<void> {
  return tx.runOne(sql`update decision_link set used_at = ${tx.now}
    where company_id = ${tx.companyId} and digest = ${digest} and used_at is null`)
}

/** Deletes at most so many links that have been over for long; returns their number. */
export function deleteOldLinks(tx: TenantTx, most: number): Promise<number> {
  return tx.run(sql`
    delete from decision_link where company_id = ${tx.companyId} and digest in (
      select digest from decision_link
      where company_id = ${tx.companyId} and expires_at < ${new Date(tx.now.getTime() - keptDays * dayMs)}
      order by expires_at limit ${most})`)
}
