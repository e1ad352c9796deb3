/** Rows of `company_identity`, written in the transaction that opens the first session. */
import type { Statements } from '#features/company-sign-in/store/statements.ts'
import { sql } from '#server/database/sql.ts'

/** @throws a unique violation when the person or the identity is linked already. */
export async function insertIdentity(
  on: Statements,
  identity: {
    readonly companyId: string
    readonly userId: string
    readonly issuer: string
    readonly subject: string
  },
  now: Date,
): Promise<void> {
  const { companyId, userId, issuer, subject } = identity
  await on.all(sql`
    insert into company_identity (company_id, user_id, issuer, subject, linked_at)
    values (${companyId}, ${userId}, ${issuer}, ${subject}, ${now})`)
}
