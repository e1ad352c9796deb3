import { z } from 'zod'
import { DocumentId, DocumentRowWire } from '#features/documents/wire.ts'
import { orderFlowStatuses } from '#features/platform/rules/order-flow.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, MoneyWire, UuidWire } from '#kernel/wire.ts'

/** Where a list over all companies goes on: ids that people see are of one company. */
export const afterWire = (kind: 'DOC' | 'CTR') =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/${kind}-[0-9]{3,9}$`))
    .optional()

export const OrderFlowWire = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  /** In which the days pending are counted, and instants shown. */
  timeZone: z.string(),
  type: DocumentRowWire.shape.type,
  projectId: z.string(),
  projectName: z.string(),
  amount: MoneyWire,
  status: z.enum(orderFlowStatuses),
  createdAt: InstantWire,
  updatedAt: InstantWire,
  /** Since it was last submitted; null once it is decided. */
  pendingDays: z.int().nullable(),
})
export type OrderFlowWire = z.infer<typeof OrderFlowWire>

export const listOrderFlows = endpoint({
  id: 'listOrderFlows',
  method: 'GET',
  path: '/api/platform/order-flows',
  summary:
    'Orders of all companies, newest first, fifty at a time; `q` finds company, project or id, `after` goes on behind one.',
  query: z.object({
    q: z.string().max(100).optional(),
    status: z.enum(orderFlowStatuses).optional(),
    after: afterWire('DOC'),
  }),
  response: z.object({ items: z.array(OrderFlowWire), next: z.string().nullable() }),
})

export const StageFlowWire = z.object({
  stage: z.int(),
  /** Stages of one turn are open together. */
  turn: z.int(),
  mode: z.enum(['any', 'all', 'quorum']),
  needed: z.int(),
  outcome: z.enum(['pending', 'approved', 'rejected']),
  seats: z.int(),
  approved: z.int(),
  rejected: z.int(),
  pending: z.int(),
})
export type StageFlowWire = z.infer<typeof StageFlowWire>

export const OrderFlowDetailWire = OrderFlowWire.extend({
  contractId: z.string(),
  blockCause: DocumentRowWire.shape.blockCause,
  revision: z.int(),
  submittedAt: InstantWire,
  /** Of the current revision. */
  stages: z.array(StageFlowWire),
})
export type OrderFlowDetailWire = z.infer<typeof OrderFlowDetailWire>

export const getOrderFlow = endpoint({
  id: 'getOrderFlow',
  method: 'GET',
  path: '/api/platform/order-flows/:companyId/:documentId',
  summary: 'How one order stands, without what it says: no name, description, file or person.',
  params: z.object({ companyId: UuidWire, documentId: DocumentId }),
  response: OrderFlowDetailWire,
})
