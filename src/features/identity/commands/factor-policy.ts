/** Change of the company's second-factor policy. The other administrators are notified of every change. */
import { sameData } from '#features/companies/rules.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { identityFact } from '#features/identity/facts.ts'
import { type FactorPolicyRefusal, mayChoose } from '#features/identity/rules/factor-policy.ts'
import {
  hasSecondFactor,
  lockFactorPolicy,
  saveFactorPolicy,
} from '#features/identity/store/factor-policy.ts'
import type { chooseFactorPolicy } from '#features/identity/wire/factor-policy.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'
import { policyInForce } from '#kernel/second-factor.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function choosePolicy(
  tx: TenantTx,
  actor: Actor,
  { isStrict }: Pick<Identity, 'isStrict'>,
  { policy, seen: seenPolicy }: BodyOf<typeof chooseFactorPolicy>,
): Promise<true | Refusal<FactorPolicyRefusal>> {
  const chosen = await lockFactorPolicy(tx)
  const inForce = policyInForce(isStrict, chosen)
  const now = { isStrict, inForce, hasFactor: await hasSecondFactor(tx, actor.userId) }
  const may = firstRefusal<FactorPolicyRefusal>(mayChoose(actor, now, policy), sameData(inForce, seenPolicy))
  if (may !== true) return may
  if (policy === chosen) return true
  await saveFactorPolicy(tx, policy)
  await record(
    tx,
    actor,
    identityFact('company.second_factor_changed', tx.companyId, {
      before: { policy: inForce },
      after: { policy },
    }),
  )
  return true
}
