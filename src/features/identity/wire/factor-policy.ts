/** Wire of the company's second-factor policy, in its settings. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { factorPolicies } from '#kernel/second-factor.ts'
import { AbilityWire } from '#kernel/wire.ts'

const policy = z.enum(factorPolicies, { error: 'Elige a quién se pide' })

/** Number of people whom a policy asks, and of those among them without a second factor. */
const Concerned = z.object({ people: z.int(), without: z.int() })

export const FactorPolicyWire = z.object({
  inForce: policy,
  concerned: z.object({ administrators: Concerned, deciders: Concerned }),
  /** The ability to choose each policy. */
  can: z.object({ nobody: AbilityWire, administrators: AbilityWire, deciders: AbilityWire }),
})
export type FactorPolicyWire = z.infer<typeof FactorPolicyWire>

export const getFactorPolicy = endpoint({
  id: 'getFactorPolicy',
  method: 'GET',
  path: '/api/company/second-factor',
  summary: 'Of whom the company asks a second factor, and how many people each policy asks.',
  response: FactorPolicyWire,
})

export const chooseFactorPolicy = endpoint({
  id: 'chooseFactorPolicy',
  method: 'PUT',
  path: '/api/company/second-factor',
  summary: 'Chooses of whom the company asks a second factor: never of fewer than the installation does.',
  body: z.object({
    policy,
    /** The policy in force on which the change is based. */
    seen: policy,
  }),
  response: FactorPolicyWire,
  refusals: ['untrusted_account', 'policy_of_program', 'own_factor_missing', 'stale_data'],
})
