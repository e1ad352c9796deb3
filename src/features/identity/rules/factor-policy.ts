/**
 * Of whom a company asks a second factor. Its administrators choose; the program's own floor stays, and nobody asks of
 * others what they have not done themself.
 */
import { ownHands } from '#features/identity/rules/hands.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { type FactorPolicy, isStricter, policyOfProgram } from '#kernel/second-factor.ts'

export type FactorPolicyRefusal =
  | 'forbidden'
  | 'fresh_hands'
  | 'policy_of_program'
  | 'own_factor_missing'
  | 'stale_data'

export type PolicyNow = {
  readonly isStrict: boolean
  readonly inForce: FactorPolicy
  /** Whether the administrator who chooses has a second factor. */
  readonly hasFactor: boolean
}

/** Whether this administrator may choose this policy now. */
export function mayChoose(
  actor: Pick<Actor, 'role' | 'freshHands'>,
  { isStrict, inForce, hasFactor }: PolicyNow,
  wanted: FactorPolicy,
): true | Refusal<FactorPolicyRefusal> {
  return firstRefusal<FactorPolicyRefusal>(
    actor.role === 'admin' ? true : refuse('forbidden'),
    ownHands(actor),
    isStricter(policyOfProgram(isStrict), wanted) ? refuse('policy_of_program') : true,
    isStricter(wanted, inForce) && !hasFactor ? refuse('own_factor_missing') : true,
  )
}
