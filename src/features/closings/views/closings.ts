/** Closes as their screen shows them, what entered a month after its last one, and the archive of one. */
import type { PackageFile } from '#features/closings/rules/package.ts'
import { closingReach, closingSubject } from '#features/closings/rules.ts'
import type { LastClosing } from '#features/closings/store.ts'
import { type Asked, latePart } from '#features/closings/views/parts.ts'
import { closingActor } from '#features/closings/views/subject.ts'
import type { ClosingWire } from '#features/closings/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Movements that entered the month after its last close. */
export async function countLate(tx: TenantTx, asked: Asked, { keys }: LastClosing): Promise<number> {
  const found = await tx.one<{ count: number }>(search`
    select count(*)::int as count from (${latePart(asked, keys)}) q`)
  return found?.count ?? 0
}

/** Versions of a month, the last one first. */
export const readVersions = (tx: TenantTx, { clientId }: Asked, month: string): Promise<ClosingWire[]> =>
  tx.all<ClosingWire>(sql`
    select c.id, c.version, c.digest, c.figures, jsonb_array_length(c.files)::int as files,
      c.closed_at as "closedAt", trim(who.name || ' ' || who.last_name) as "byName"
    from closing c join account who on who.id = c.closed_by
    where c.company_id = ${tx.companyId} and c.client_id is not distinct from ${clientId}::uuid and c.month = ${month}
    order by c.version desc`)

/** Names of company and client are those of the day of the close. */
export type Archive = {
  readonly id: string
  readonly month: string
  readonly version: number
  readonly digest: string
  readonly manifest: string
  readonly sheet: string
  readonly files: readonly PackageFile[]
  readonly companyName: string
  readonly clientName: string | null
  readonly closedAt: string
}

/** A close with all that its archive has; null for one that does not exist for the person. */
export async function findArchive(tx: TenantTx, actor: Actor, closingId: string): Promise<Archive | null> {
  const [person, found] = await Promise.all([
    closingActor(tx, actor),
    tx.one<Archive & { clientId: string | null }>(sql`
    select c.id, c.client_id as "clientId", c.month, c.version, c.digest, c.manifest, c.sheet, c.files,
      c.manifest::json ->> 'empresa' as "companyName", c.manifest::json ->> 'cliente' as "clientName",
      c.closed_at as "closedAt"
    from closing c
    where c.company_id = ${tx.companyId} and c.id = ${closingId}`),
  ])
  const reach = closingReach(person)
  const subject = closingSubject(reach, found?.clientId ?? undefined)
  return found === null || isRefusal(subject) || subject.clientId !== found.clientId ? null : found
}
