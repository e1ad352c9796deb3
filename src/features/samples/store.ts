/** Rows of `account_company` that link people to samples. */
import { sql } from '#server/database/sql.ts'
import type { Across, TenantTx } from '#server/database/tenant.ts'

export type SampleLink = { readonly userId: string; readonly companyId: string; readonly sampleOf: string }

/** Samples ever made for a company, the last one first. */
export function samplesMade(across: Pick<Across, 'all'>, companyId: string): Promise<SampleLink[]> {
  return across.all<SampleLink>(sql`
    select user_id as "userId", company as "companyId", sample_of as "sampleOf" from account_company
    where sample_of = ${companyId} order by company desc`)
}

/** The person's link to the sample in which they play; null when the company is none of theirs. */
export async function findSampleLink(
  across: Pick<Across, 'all'>,
  userId: string,
  companyId: string,
): Promise<SampleLink | null> {
  const [link] = await across.all<SampleLink>(sql`
    select user_id as "userId", company as "companyId", sample_of as "sampleOf" from account_company
    where user_id = ${userId} and company = ${companyId} and sample_of is not null`)
  return link ?? null
}

export async function hasOrders(tx: TenantTx): Promise<boolean> {
  return (await tx.one(sql`select 1 from document where company_id = ${tx.companyId} limit 1`)) !== null
}
