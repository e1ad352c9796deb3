/** Of whom a second factor is asked. The program says it for every company; a company may ask more people, never fewer. */
import type { Role } from '#kernel/actor.ts'

/** From nobody to the most: each includes the people of those before it. */
export const factorPolicies = ['nobody', 'administrators', 'deciders'] as const
export type FactorPolicy = (typeof factorPolicies)[number]

export const factorPolicyLabel: { readonly [policy in FactorPolicy]: string } = {
  nobody: 'A nadie',
  administrators: 'A quien administra',
  deciders: 'También a quien decide',
}

/** What the program asks for in every company. */
export const policyOfProgram = (isStrict: boolean): FactorPolicy => (isStrict ? 'administrators' : 'nobody')

export const isStricter = (one: FactorPolicy, other: FactorPolicy): boolean =>
  factorPolicies.indexOf(one) > factorPolicies.indexOf(other)

/** The stricter of what the program asks and what the company chose, which may be nothing. */
export function policyInForce(isStrict: boolean, chosen: FactorPolicy | null): FactorPolicy {
  const least = policyOfProgram(isStrict)
  return chosen !== null && isStricter(chosen, least) ? chosen : least
}

/** Why somebody owes a second factor. */
export const factorDuties = ['administrator', 'decider'] as const
export type FactorDuty = (typeof factorDuties)[number]

/**
 * Administrators owe it first; then whoever approves, executes or sends to the bank, in their own place or in that of
 * somebody for whom they stand in today. Null: the person owes none.
 */
export function factorDuty(
  { role, decides }: { readonly role: Role; readonly decides: boolean },
  policy: FactorPolicy,
): FactorDuty | null {
  if (policy === 'nobody') return null
  if (role === 'admin' || role === 'admin_saas') return 'administrator'
  return policy === 'deciders' && decides ? 'decider' : null
}
