/** Second-factor policy: the program sets a minimum for every company; a company may ask more people, never fewer. */
import { type Role, readsWholeCompany } from '#kernel/actor.ts'

/** Policies from the laxest to the strictest: each includes the people of all earlier ones. */
export const factorPolicies = ['nobody', 'administrators', 'deciders'] as const
export type FactorPolicy = (typeof factorPolicies)[number]

export const factorPolicyLabel: { readonly [policy in FactorPolicy]: string } = {
  nobody: 'A nadie',
  administrators: 'A quien administra',
  deciders: 'También a quien decide',
}

/** The program's minimum for every company. */
export const policyOfProgram = (isStrict: boolean): FactorPolicy => (isStrict ? 'administrators' : 'nobody')

export const isStricter = (one: FactorPolicy, other: FactorPolicy): boolean =>
  factorPolicies.indexOf(one) > factorPolicies.indexOf(other)

/** The policy in force: the stricter of the program's minimum and the company's choice, if there is one. */
export function policyInForce(isStrict: boolean, chosen: FactorPolicy | null): FactorPolicy {
  const least = policyOfProgram(isStrict)
  return chosen !== null && isStricter(chosen, least) ? chosen : least
}

/** The reason why a person must have a second factor. */
export const factorDuties = ['administrator', 'decider'] as const
export type FactorDuty = (typeof factorDuties)[number]

/**
 * The duty of a person under a policy: administrators first, and auditors, who read what they read; then deciders, who approve, execute or send to the bank,
 * for themselves or for somebody whose delegate they are today. Null when the person needs no second factor.
 */
export function factorDuty(
  { role, decides }: { readonly role: Role; readonly decides: boolean },
  policy: FactorPolicy,
): FactorDuty | null {
  if (policy === 'nobody') return null
  if (readsWholeCompany(role) || role === 'admin_saas') return 'administrator'
  return policy === 'deciders' && decides ? 'decider' : null
}
