/** Wire of a company's policy of API tokens, in its settings. */
import { z } from 'zod'
import { longestLifeDays } from '#features/tokens/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'

const days = z
  .int({ error: 'Elige cuántos días sirve' })
  .min(1, 'Al menos un día')
  .max(longestLifeDays, 'Como mucho un año')

export const TokenPolicyWire = z.object({
  /** True when people may have tokens of their own; services may in any case. */
  personal: z.boolean(),
  /** Days that a token lives at most, of a person as of a service. */
  longestDays: days,
})
export type TokenPolicyWire = z.infer<typeof TokenPolicyWire>

export const ChosenTokenPolicyWire = z.object({
  /** True when people may have tokens of their own from now on; false revokes those that they have. */
  personal: z.boolean(),
  /** Days that a token made from now on lives at most. */
  longestDays: days,
  /** The policy on which the change is based. */
  seen: TokenPolicyWire,
})

export const chooseTokenPolicy = endpoint({
  id: 'chooseTokenPolicy',
  method: 'PUT',
  path: '/api/company/token-policy',
  summary:
    'Chooses whether people may have API tokens of their own, and how long one lives at most. Without them, those that people have are revoked at once; a shorter life is of those made from now on.',
  body: ChosenTokenPolicyWire,
  response: z.object({
    policy: TokenPolicyWire,
    /** Tokens of people that the change revoked. */
    revoked: z.int(),
  }),
  refusals: ['untrusted_account', 'stale_data'],
})
