import { loadCompany } from '#features/companies/store.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** File name of an exported list of the company. */
export const named = async (tx: TenantTx, list: string): Promise<string> =>
  `${(await loadCompany(tx)).name} - ${list}`
