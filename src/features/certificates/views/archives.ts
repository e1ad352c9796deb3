/** Archives of Constancias as people see them, and the files of one. */
import { archiveReach, type BegunArchive, mayFill } from '#features/certificates/rules/archives.ts'
import { archiveAbility } from '#features/certificates/text/archives.ts'
import type { CertificateArchiveWire } from '#features/certificates/wire/archives.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ArchiveRow = Omit<CertificateArchiveWire, 'can'> & BegunArchive

const archiveWire = (actor: Actor, { madeBy, saysAccounts, ...row }: ArchiveRow): CertificateArchiveWire => ({
  ...row,
  can: { fill: archiveAbility(mayFill(actor, { madeBy, saysAccounts })) },
})

const listedColumns = part`r.id, trim(who.name || ' ' || who.last_name) as "byName", r.begun_at as "begunAt",
  r.made_at as "madeAt", r.digest, r.made_by as "madeBy", r.says_accounts as "saysAccounts", n.issued, n.left, n."leftOut"`

/** Predicate: the person sees the archive `r`; twin of `archiveReach` of the rules. */
function visibleTo(tx: TenantTx, actor: Actor): Part {
  const reach = archiveReach(actor)
  if (reach === 'company') return part`true`
  return part`r.made_by = ${actor.userId} and (not r.says_accounts or ${reach === 'own'})
    and not exists (select from certificate_archive_order o
      join document d on d.company_id = o.company_id and d.id = o.document_id
      where o.company_id = r.company_id and o.archive_id = r.id and (${documentVisibleTo(tx, actor)}) is not true)`
}

const archivesVisibleTo = (tx: TenantTx, actor: Actor): Part => part`certificate_archive r
  join account who on who.id = r.made_by
  cross join lateral (
    select count(*) filter (where o.file_id is not null)::int as issued,
      count(*) filter (where o.is_left_out)::int as "leftOut",
      count(*) filter (where o.file_id is null and not o.is_left_out)::int as left
    from certificate_archive_order o where o.company_id = r.company_id and o.archive_id = r.id) n
  where r.company_id = ${tx.companyId} and ${visibleTo(tx, actor)}`

const shown = 20

/** The last archives that the person sees, newest first. */
export async function readArchives(tx: TenantTx, actor: Actor): Promise<CertificateArchiveWire[]> {
  const found = await tx.all<ArchiveRow>(sql`
    select ${listedColumns} from ${archivesVisibleTo(tx, actor)} and n.issued + n.left > 0
    order by r.id desc limit ${shown}`)
  return found.map(row => archiveWire(actor, row))
}

/** One archive that the person sees; null for any other. */
export async function readArchive(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<CertificateArchiveWire | null> {
  const row = await tx.one<ArchiveRow>(sql`
    select ${listedColumns} from ${archivesVisibleTo(tx, actor)} and r.id = ${id}`)
  return row && archiveWire(actor, row)
}

export type ArchivedFile = {
  readonly documentId: string
  readonly fileId: string
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Constancias of an archive, in the order of its list. */
export const archivedFiles = (tx: TenantTx, archiveId: string): Promise<ArchivedFile[]> =>
  tx.all<ArchivedFile>(sql`
    select o.document_id as "documentId", f.id as "fileId", f.name as path, f.size::float8 as size, f.sha256
    from certificate_archive_order o join file f on f.company_id = o.company_id and f.id = o.file_id
    where o.company_id = ${tx.companyId} and o.archive_id = ${archiveId} order by o.position`)

export type CompleteArchive = {
  readonly manifest: string
  readonly digest: string
  readonly companyName: string
  readonly madeAt: string
}

/** A complete archive that the person sees; null for any other. */
export const readComplete = (tx: TenantTx, actor: Actor, id: string): Promise<CompleteArchive | null> =>
  tx.one<CompleteArchive>(sql`
    select r.manifest, r.digest, co.name as "companyName", r.made_at as "madeAt"
    from certificate_archive r join company co on co.company_id = r.company_id
    where r.company_id = ${tx.companyId} and r.id = ${id} and r.made_at is not null and ${visibleTo(tx, actor)}`)
