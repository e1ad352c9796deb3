/** Files of a close: invoices and proofs of the month's movements, and the Constancias of their orders. */
import type { FileUse, SourceFile } from '#features/closings/rules/package.ts'
import { type Asked, movements } from '#features/closings/views/parts.ts'
import { type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Orders of the month's movements, as `d`; each once. */
const movedOrders = (
  asked: Asked,
): Part => part`(select distinct q.document_id from (${movements(asked)}) q) m
  join document d on d.company_id = ${asked.companyId} and d.id = m.document_id`

/** Condition: a Constancia of the approval of the order `d` may be issued; twin of `mayCertifyApproval`. */
const isCertifiable = part`d.state = any ('{approved,executed,execution_rejected}')`

/** Constancia of the order `d` that still says everything: nothing happened to the order since, but that others were issued. */
const freshPaper = part`select q.file_id from closing_paper q where q.company_id = d.company_id and q.document_id = d.id
  and not exists (select from event e where e.company_id = d.company_id and e.object_type = 'document'
    and e.object_id = d.id and e.number > q.event_number and e.action <> 'document.certified')
  order by q.event_number desc, q.certificate_id desc limit 1`

export type MissingPapers = { readonly ids: readonly string[]; readonly left: number }

/** Orders of the month that still need a Constancia: the first ones, and how many there are. */
export async function missingPapers(tx: TenantTx, asked: Asked, most: number): Promise<MissingPapers> {
  const found = await tx.all<{ id: string; left: number }>(search`
    select d.id, count(*) over ()::int as left from ${movedOrders(asked)}
    where ${isCertifiable} and not exists (${freshPaper}) order by d.number limit ${most}`)
  return { ids: found.map(({ id }) => id), left: found[0]?.left ?? 0 }
}

type Row = {
  use: FileUse
  document_id: string
  party: string
  id: string
  name: string
  size: number
  sha256: string
}

const fileColumns = part`d.id as document_id, d.number, pv.name as party, f.id, f.name, f.size::float8 as size, f.sha256`
const withProvider = part`join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id`

/** Files of the month in the order of the archive. A file that serves twice stands once in each folder. */
export async function closingFiles(tx: TenantTx, asked: Asked): Promise<SourceFile[]> {
  const orders = movedOrders(asked)
  const found = await tx.all<Row>(search`
    select distinct u.* from (
      select 'invoice' as use, ${fileColumns} from ${orders} ${withProvider}
      join attachment a on a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
      join file f on f.company_id = a.company_id and f.id = a.file_id
      union all
      select 'invoice', ${fileColumns} from ${orders} ${withProvider}
      join delivery v on v.company_id = d.company_id and v.document_id = d.id
      join file f on f.company_id = v.company_id and f.id = v.file_id
      union all
      select 'proof', ${fileColumns} from (${movements(asked)}) m
      join document d on d.company_id = ${tx.companyId} and d.id = m.document_id ${withProvider}
      join execution e on e.company_id = d.company_id and e.document_id = d.id and e.payment = m.payment
        and e.attempt = m.attempt
      join file f on f.company_id = e.company_id and f.id = e.proof_file_id
      union all
      select 'certificate', ${fileColumns} from ${orders} ${withProvider}
      cross join lateral (${freshPaper}) n join file f on f.company_id = d.company_id and f.id = n.file_id
      where ${isCertifiable}) u
    order by u.use, u.number, u.name, u.id`)
  return found.map(({ document_id: documentId, id: fileId, ...row }) => ({
    use: row.use,
    documentId,
    party: row.party,
    name: row.name,
    fileId,
    size: row.size,
    sha256: row.sha256,
  }))
}
