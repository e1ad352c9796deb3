/** The end of an order, as a Constancia certifies it. */
import { endFromState } from '#features/certificates/rules/ends.ts'
import type { CertifiedDocumentWire, CertifiedEndWire } from '#features/certificates/wire/certificate.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * The order's rejection or cancellation, from its event, with the names of then, and what the ledger freed with it. Null
 * for an order that has reached neither.
 */
export async function certifiedEnd(
  tx: TenantTx,
  { id, state }: CertifiedDocumentWire,
): Promise<CertifiedEndWire | null> {
  const end = endFromState(state)
  if (end === null) return null
  const found = await tx.one<Omit<CertifiedEndWire, 'end'>>(sql`
    select e.at, e.reason, coalesce(e.actor_name, trim(who.name || ' ' || who.last_name), '') as by,
      coalesce(e.on_behalf_of_name, trim(b.name || ' ' || b.last_name)) as "inPlaceOf",
      (select nullif(-sum(m.requested_minor + m.committed_minor), 0)::text from budget_entry m
        where m.company_id = e.company_id and m.document_id = e.object_id and m.at = e.at
          and m.cause in ('released', 'cancelled')) as "freedMinor"
    from event e left join account who on who.id = e.actor_id left join account b on b.id = e.on_behalf_of
    where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${id} and ${ending[end]}
    order by e.number desc limit 1`)
  if (!found) throw new Error(`${id} is ${state} and has no event of it`)
  return { end, ...found }
}

/** Condition: the event `e` ended its order. */
const ending = {
  rejected: part`e.action = 'approval.decided' and e.after ->> 'state' = 'rejected'`,
  cancelled: part`e.action = 'document.cancelled'`,
}
