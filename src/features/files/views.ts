/** Files that a person may read, and files that providers sent with their orders. */
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { bankVisibleTo, receivedVisibleTo } from '#features/files/scope.ts'
import type { listSentFiles, SentFileWire } from '#features/files/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type VisibleFile = {
  readonly id: string
  readonly name: string
  readonly media_type: string
  readonly size: number
  readonly sha256: string
}

/**
 * File that the person uploaded, or that is attached to an order or a contract they see, or lies in their tray, or is of
 * the bank that they see; null for any other.
 */
export function visibleFile(tx: TenantTx, actor: Actor, fileId: string): Promise<VisibleFile | null> {
  return tx.one<VisibleFile>(sql`
    select f.id, f.name, f.media_type, f.size, f.sha256 from file f
    where f.company_id = ${tx.companyId} and f.id = ${fileId} and (
      f.uploaded_by = ${actor.userId}
      or exists (select from received_invoice r
        where r.company_id = f.company_id and r.file_id = f.id and ${receivedVisibleTo(actor)})
      or (exists (select from bank_file b where b.company_id = f.company_id and b.file_id = f.id)
        and ${bankVisibleTo(actor)})
      or exists (select from attachment a
        join document d on d.company_id = a.company_id and d.id = a.document_id
        where a.company_id = f.company_id and a.file_id = f.id and ${documentVisibleTo(tx, actor)})
      or ${
        actor.providerId === null
          ? part`exists (select from comment_attachment ct
        join order_comment cm on cm.company_id = ct.company_id and cm.id = ct.comment_id
        join document d on d.company_id = cm.company_id and d.id = cm.document_id
        where ct.company_id = f.company_id and ct.file_id = f.id and ${documentVisibleTo(tx, actor)})`
          : part`false`
      }
      or exists (select from execution e
        join document d on d.company_id = e.company_id and d.id = e.document_id
        where e.company_id = f.company_id and e.proof_file_id = f.id and ${documentVisibleTo(tx, actor)})
      or exists (select from delivery v
        join document d on d.company_id = v.company_id and d.id = v.document_id
        where v.company_id = f.company_id and v.file_id = f.id and ${documentVisibleTo(tx, actor)})
      or exists (select from contract_attachment ca
        join contract c on c.company_id = ca.company_id and c.id = ca.contract_id
        where ca.company_id = f.company_id and ca.file_id = f.id and ${contractVisibleTo(actor)}))`)
}

type SentRow = {
  id: string
  name: string
  media_type: string
  size: number
  created_at: string
  document: SentFileWire['document']
}

/** Files that a provider sent with its orders; for the company's administration, those of all providers. */
export async function sentFiles(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listSentFiles>,
): Promise<ResponseOf<typeof listSentFiles>> {
  const found = await tx.all<SentRow>(sql`
    select f.id, f.name, f.media_type, f.size, f.created_at, o.document
    from file f cross join lateral (
      select json_build_object('id', d.id, 'name', d.name, 'projectId', d.project_id, 'projectName', p.name)
        as document
      from (select document_id from attachment where company_id = f.company_id and file_id = f.id
        union select document_id from delivery where company_id = f.company_id and file_id = f.id) a
      join document d on d.company_id = f.company_id and d.id = a.document_id
      join project p on p.company_id = d.company_id and p.id = d.project_id
      where ${documentVisibleTo(tx, actor)}
      order by d.number desc limit 1) o
    where f.company_id = ${tx.companyId} and f.uploaded_by in (select m.user_id from member m
        where m.company_id = ${tx.companyId} and ${uploadedByOwnSide(actor)})
      ${after ? part`and f.id < ${after}` : nothing}
    order by f.id desc limit ${limit + 1}`)
  const items = found.slice(0, limit).map(({ media_type, created_at, ...file }) => ({
    ...file,
    mediaType: media_type,
    at: created_at,
  }))
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Condition on the uploader, expected as `member m`: of the actor's provider; any provider, for an administrator; else the actor. */
function uploadedByOwnSide({ role, userId, providerId }: Actor) {
  if (providerId !== null) return part`m.provider_id = ${providerId}`
  return readsWholeCompany(role) ? part`m.provider_id is not null` : part`m.user_id = ${userId}`
}
