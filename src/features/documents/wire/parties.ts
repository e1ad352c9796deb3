import { z } from 'zod'
import { partyKinds } from '#features/documents/rules/parties.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { longestSearch } from '#kernel/list.ts'
import { typedLineWire } from '#kernel/wire.ts'

/** Client, provider or person that a list of orders can be filtered by. `detail` tells two equal names apart. */
export const PartyWire = z.object({ id: z.string(), name: z.string(), detail: z.string().nullable() })
export type PartyWire = z.infer<typeof PartyWire>

export const listParties = endpoint({
  id: 'listParties',
  method: 'GET',
  path: '/api/documents/parties',
  summary:
    'Clients, providers, requesters or approvers of the orders that the person sees, by part of their name; or the one with this id.',
  query: z.object({
    kind: z.enum(partyKinds).default('provider'),
    q: typedLineWire(longestSearch).optional(),
    id: z.string().max(40).optional(),
  }),
  response: z.object({ items: z.array(PartyWire) }),
})
