/** Wire of delegations, and of the calls that make and end one. */
import { z } from 'zod'
import { coverages } from '#features/delegations/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  AbilityWire,
  AmountMinorWire,
  CurrencyWire,
  DayWire,
  MoneyWire,
  UuidWire,
  uuidWire,
} from '#kernel/wire.ts'

/** Duties that a substitute takes on: approving, executing or both. */
const CoverageWire = z.enum(coverages)

const PersonWire = z.object({ userId: z.string(), name: z.string() })

export const DelegationWire = z.object({
  id: z.string(),
  from: PersonWire,
  to: PersonWire,
  /** yyyy-mm-dd in the company's zone; both days count. */
  startsOn: z.string(),
  endsOn: z.string(),
  /** Duties that it covers: approving, executing or both. */
  covers: CoverageWire,
  /** Largest amount that it covers; null covers all. */
  max: MoneyWire.nullable(),
  state: z.enum(['upcoming', 'active', 'over']),
  /** Set when it was ended before its last day. */
  ended: z.object({ on: z.string(), byName: z.string() }).nullable(),
  can: z.object({ end: AbilityWire }),
})
export type DelegationWire = z.infer<typeof DelegationWire>

export const CandidateWire = z.object({
  ...PersonWire.shape,
  email: z.string(),
  clientId: z.string().nullable(),
  isYou: z.boolean(),
})
export type CandidateWire = z.infer<typeof CandidateWire>

/** Data that the form offers: today in the company's zone, its currency, and the candidates. */
const OfferedWire = {
  today: z.string(),
  currency: CurrencyWire,
  candidates: z.array(CandidateWire),
}

export const ownDelegations = endpoint({
  id: 'ownDelegations',
  method: 'GET',
  path: '/api/delegations/own',
  summary: 'Who stands in for this person, for whom they stand in, and who could.',
  response: z.object({
    granted: z.array(DelegationWire),
    received: z.array(DelegationWire),
    ...OfferedWire,
    can: z.object({ make: AbilityWire }),
  }),
})
export type OwnDelegationsWire = z.infer<typeof ownDelegations.response>

export const listDelegations = endpoint({
  id: 'listDelegations',
  method: 'GET',
  path: '/api/delegations',
  summary: 'Who stands in for whom in the company, for its administrators; newest first.',
  response: z.object({ items: z.array(DelegationWire), ...OfferedWire }),
})

export const NewDelegationWire = z
  .object({
    /** The principal; omitted for oneself. */
    fromId: uuidWire('Elige a quién se sustituye').nullish(),
    toId: uuidWire('Elige quién sustituye'),
    startsOn: DayWire,
    endsOn: DayWire,
    /** Duties that it covers: approving, which is meant without it, executing or both. */
    covers: CoverageWire.default('approve'),
    max: z.object({ minor: AmountMinorWire, currency: CurrencyWire }).nullish(),
  })
  .refine(asked => asked.endsOn >= asked.startsOn, {
    path: ['endsOn'],
    message: 'La fecha de fin debe ser igual o posterior a la de inicio',
  })
export type NewDelegation = z.infer<typeof NewDelegationWire>

export const makeDelegation = endpoint({
  id: 'makeDelegation',
  method: 'POST',
  path: '/api/delegations',
  summary: 'Names who decides, executes or both in somebody’s place between two days.',
  body: NewDelegationWire,
  response: z.object({ id: z.string() }),
  refusals: [
    'untrusted_account',
    'person_not_eligible',
    'giver_not_eligible',
    'own_hand',
    'delegation_in_past',
    'already_substituted',
    'delegation_loop',
    'forbidden',
  ],
  idempotent: true,
})

export const endDelegation = endpoint({
  id: 'endDelegation',
  method: 'POST',
  path: '/api/delegations/:delegationId/end',
  summary: 'Ends who stands in for somebody, now.',
  params: z.object({ delegationId: UuidWire }),
  response: z.object({ id: z.string() }),
  refusals: ['not_found', 'delegation_over', 'forbidden'],
  idempotent: true,
})
