import { loadCompany } from '#features/companies/store.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** What a list of the company is called that leaves as a file. */
export const named = async (tx: TenantTx, list: string): Promise<string> =>
  `${(await loadCompany(tx)).name} - ${list}`
