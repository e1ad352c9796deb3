/** Columns of `company` that hold its policy of API tokens. */
import type { TokenPolicy } from '#features/tokens/rules/policy.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const columns = part`personal_tokens as personal, token_longest_days as "longestDays"`

export async function readTokenPolicy(tx: TenantTx): Promise<TokenPolicy> {
  return known(
    await tx.one<TokenPolicy>(sql`select ${columns} from company where company_id = ${tx.companyId}`),
  )
}

/** The policy, locked with the company until the transaction ends: no token is made beside a change of it. */
export async function lockTokenPolicy(tx: TenantTx): Promise<TokenPolicy> {
  return known(
    await tx.one<TokenPolicy>(
      sql`select ${columns} from company where company_id = ${tx.companyId} for no key update`,
    ),
  )
}

function known(policy: TokenPolicy | null): TokenPolicy {
  if (policy === null) throw new Error('the company is gone')
  return policy
}

export async function saveTokenPolicy(tx: TenantTx, { personal, longestDays }: TokenPolicy): Promise<void> {
  await tx.runOne(sql`
    update company set personal_tokens = ${personal}, token_longest_days = ${longestDays}
    where company_id = ${tx.companyId}`)
}
