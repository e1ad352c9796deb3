/** One contract with its balance, as wire shape. In its SQL `c` is the contract. */
import { contractVisibleTo, toleranceInForce } from '#features/contracts/scope.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Contract as JSON in its wire shape, for views that show it beside something else; expects `contract` as `c`. */
export const contractAsJson = part`
  (select json_build_object(
    'id', c.id, 'type', c.type, 'description', c.description, 'conditions', c.conditions,
    'clientId', c.client_id, 'clientName', k.name, 'providerId', c.provider_id, 'providerName', pv.name,
    'startsOn', c.starts_on, 'endsOn', c.ends_on, 'status', c.status,
    'overrunPolicy', coalesce(c.overrun_policy, co.overrun_policy), 'tolerance', ${toleranceInForce},
    'chargeBasis', c.charge_basis, 'paymentTerms', c.payment_terms,
    'revision', c.revision, 'createdAt', c.created_at,
    'opening', case when c.opening_minor is not null then
      json_build_object('minor', c.opening_minor::text, 'currency', c.currency) end,
    'balance', json_build_object(
      'total', json_build_object('minor', c.total_minor::text, 'currency', c.currency),
      'requested', json_build_object('minor', s.requested::text, 'currency', c.currency),
      'committed', json_build_object('minor', s.committed::text, 'currency', c.currency),
      'used', json_build_object('minor', s.used::text, 'currency', c.currency)))
  from company co
  join client k on k.company_id = co.company_id and k.id = c.client_id
  left join provider pv on pv.company_id = co.company_id and pv.id = c.provider_id
  cross join lateral (
    select coalesce(sum(b.requested_minor), 0) as requested, coalesce(sum(b.committed_minor), 0) as committed,
      coalesce(sum(b.used_minor), 0) as used
    from budget_slot b where b.company_id = c.company_id and b.contract_id = c.id) s
  where co.company_id = c.company_id)`

export async function readContract(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
): Promise<ContractWire | null> {
  const row = await tx.one<{ contract: ContractWire }>(sql`
    select ${contractAsJson} as contract from contract c
    where c.company_id = ${tx.companyId} and c.id = ${contractId} and ${contractVisibleTo(actor)}`)
  return row?.contract ?? null
}
