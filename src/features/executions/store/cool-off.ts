/** Accounts that changed lately, of the providers whom orders pay. */
import { coolOffEnd } from '#features/providers/rules/payee-shield.ts'
import { accountReplacedAt } from '#features/providers/scope.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = {
  readonly documentIds: readonly string[]
  readonly coolOffDays: number
  /** Zone of days, the first of which is that of the transaction. */
  readonly zone: string
}

/**
 * Locks the providers of these orders, which are locked already, in the order of their ids: a change of an account is
 * confirmed before or after. Returns, by order, the first day on which its payments enter batches again, of those whose
 * payments do not enter today.
 */
export async function lockCoolOffs(
  tx: TenantTx,
  { documentIds, coolOffDays, zone }: Asked,
): Promise<ReadonlyMap<string, Day>> {
  const ids = [...documentIds]
  await tx.run(sql`select from provider where company_id = ${tx.companyId} and id in (
      select provider_id from document where company_id = ${tx.companyId} and id = any (${ids}::text[]))
    order by id for share`)
  const found = await tx.all<{ id: string; replaced_at: string | null }>(sql`
    select d.id, ${accountReplacedAt} as replaced_at
    from document d join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[])`)
  const today = dayFromInstant(tx.now, zone)
  const ends = found.map(({ id, replaced_at: at }) => ({
    id,
    end: coolOffEnd(at === null ? null : dayFromInstant(at, zone), coolOffDays, today),
  }))
  return new Map(ends.flatMap(({ id, end }) => (end === null ? [] : [[id, end] as const])))
}
