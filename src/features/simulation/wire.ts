/** Wire of the simulation of a draft, and of its publication. */
import { z } from 'zod'
import { NamedCentreWire } from '#features/cost-centres/wire.ts'
import { DocumentStateWire, DocumentTypeWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, MoneyWire, textWire } from '#kernel/wire.ts'

/** Stage of a path: who would be asked, and how many of them must approve. */
export const PathStageWire = z.object({
  turn: z.int(),
  name: z.string(),
  mode: z.enum(['any', 'all', 'quorum']),
  needed: z.int(),
  people: z.array(z.string()),
  /** Who is asked too when one of its approvals has waited for more than these days; null: nobody. */
  deputy: z.object({ name: z.string(), afterDays: z.int() }).nullable().default(null),
})

const PathWire = z.object({
  /** Name of the rule that the order meets; null under the general flow. */
  rule: z.string().nullable(),
  blockedBy: z.enum(['no_approver', 'budget']).nullable(),
  /** Sentence for an order that would be refused because a rate is missing; null when none is. */
  missingRate: z.string().nullable(),
  stages: z.array(PathStageWire),
})
export type PathWire = z.infer<typeof PathWire>

export const SimulatedDocumentWire = z.object({
  documentId: z.string(),
  projectId: z.string(),
  name: z.string(),
  type: DocumentTypeWire,
  providerName: z.string(),
  amount: MoneyWire,
  submittedAt: InstantWire,
  /** Cost centre that it is charged to; null for none. */
  costCentre: NamedCentreWire.nullable(),
  state: DocumentStateWire,
  /** True while it is being approved: it keeps its own version, and is shown as if it were sent now. */
  inFlight: z.boolean(),
  before: PathWire,
  after: PathWire,
})
export type SimulatedDocumentWire = z.infer<typeof SimulatedDocumentWire>

export const SimulationWire = z.object({
  days: z.int(),
  /** Number of orders tried; only the newest when `isCapped`. */
  tried: z.int(),
  isCapped: z.boolean(),
  changed: z.int(),
  /** Number of orders that each rule of the draft would take, by the rule's id; the general flow takes the rest. */
  taken: z.array(z.object({ ruleId: z.string(), count: z.int() })),
  /** Orders whose path changes, newest first, at most 200. */
  items: z.array(SimulatedDocumentWire),
})
export type SimulationWire = z.infer<typeof SimulationWire>

export const simulateFlow = endpoint({
  id: 'simulateFlow',
  method: 'GET',
  path: '/api/flows/simulation',
  summary:
    'Which orders of the last 90 days, and of those on their way, would take another path under the draft.',
  response: SimulationWire,
})

export const publishFlow = endpoint({
  id: 'publishFlow',
  method: 'POST',
  path: '/api/flows/publications',
  summary: 'The draft becomes the version that holds for orders submitted from now on.',
  body: z.object({ revision: z.int().min(1), note: textWire(500) }),
  response: z.object({ version: z.int() }),
  refusals: [
    'company_suspended',
    'stale_draft',
    'no_draft',
    'same_rules',
    'unknown_person',
    'unknown_place',
    'quorum_too_large',
    'deputy_in_stage',
    'band_upside_down',
    'unknown_requester',
    'rate_missing',
    'untrusted_account',
  ],
  idempotent: true,
})
