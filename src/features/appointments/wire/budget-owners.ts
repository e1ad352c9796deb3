/** Wire of the budget owners of a company. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, UuidWire } from '#kernel/wire.ts'

const OwnersWire = z.object({
  items: z.array(z.object({ userId: z.string(), name: z.string() })),
  /** Candidates: people of the company itself. */
  candidates: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
  can: z.object({ change: AbilityWire }),
})

export const listBudgetOwners = endpoint({
  id: 'listBudgetOwners',
  method: 'GET',
  path: '/api/company/budget-owners',
  summary: 'Who lets orders exceed their contract, for administrators.',
  response: OwnersWire,
})

export const changeBudgetOwners = endpoint({
  id: 'changeBudgetOwners',
  method: 'PUT',
  path: '/api/company/budget-owners',
  summary: 'Names who lets orders exceed their contract; orders that waited for one go on.',
  body: z.object({ userIds: z.array(UuidWire).max(50, 'Máximo 50 personas') }),
  response: OwnersWire,
  refusals: ['person_not_eligible', 'untrusted_account'],
})
