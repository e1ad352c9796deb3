/** A payment that was made and has not come back. */
import type { PaymentKey } from '#features/bank/rules/bank-matching.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Revision of its locked order, and how often it was made until now; null when it does not stand. */
export const findPaymentMade = (
  tx: TenantTx,
  { documentId, payment }: PaymentKey,
): Promise<{ readonly revision: number; readonly attempt: number } | null> =>
  tx.one(sql`
    select d.revision, e.attempt from execution e
    join document d on d.company_id = e.company_id and d.id = e.document_id
    where e.company_id = ${tx.companyId} and e.document_id = ${documentId} and e.payment = ${payment}
      and e.returned_at is null`)
