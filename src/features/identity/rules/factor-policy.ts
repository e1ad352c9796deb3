/**
 * Second-factor policy of a company. Its administrators choose it; it is never laxer than the program's minimum, and an
 * administrator without a second factor may not tighten it.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { type FactorPolicy, isStricter, policyOfProgram } from '#kernel/second-factor.ts'

export type FactorPolicyRefusal =
  | 'forbidden'
  | 'untrusted_account'
  | 'policy_of_program'
  | 'own_factor_missing'
  | 'stale_data'

export type PolicyNow = {
  readonly isStrict: boolean
  readonly inForce: FactorPolicy
  /** True when the administrator who chooses has a second factor. */
  readonly hasFactor: boolean
}

/** Permission of an actor to choose the policy `wanted`. */
export function mayChoose(
  actor: Pick<Actor, 'role' | 'untrustedReason'>,
  { isStrict, inForce, hasFactor }: PolicyNow,
  wanted: FactorPolicy,
): true | Refusal<FactorPolicyRefusal> {
  return firstRefusal<FactorPolicyRefusal>(
    actor.role === 'admin' ? true : refuse('forbidden'),
    accountTrust(actor),
    isStricter(policyOfProgram(isStrict), wanted) ? refuse('policy_of_program') : true,
    isStricter(wanted, inForce) && !hasFactor ? refuse('own_factor_missing') : true,
  )
}
