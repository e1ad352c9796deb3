/** Wire of the orders of all companies, for the platform's operators. */
import { z } from 'zod'
import { DocumentId, DocumentRowWire } from '#features/documents/wire.ts'
import { orderFlowList } from '#features/platform/list.ts'
import { orderFlowStatuses } from '#features/platform/rules/order-flow.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { ExportedWire, InstantWire, MoneyWire, UuidWire } from '#kernel/wire.ts'

export const OrderFlowWire = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  /** Zone in which days are counted and instants shown. */
  timeZone: z.string(),
  type: DocumentRowWire.shape.type,
  projectId: z.string(),
  projectName: z.string(),
  amount: MoneyWire,
  creditedId: DocumentRowWire.shape.creditedId,
  status: z.enum(orderFlowStatuses),
  /** True when an administrator of the company forced its decision, or a part of it. */
  isForced: z.boolean(),
  createdAt: InstantWire,
  updatedAt: InstantWire,
  /** Days since it was last submitted; null once it is decided. */
  pendingDays: z.int().nullable(),
})
export type OrderFlowWire = z.infer<typeof OrderFlowWire>

export const listOrderFlows = endpoint({
  id: 'listOrderFlows',
  method: 'GET',
  path: '/api/platform/order-flows',
  summary:
    'Orders of all companies, newest first unless sorted, by keyset; `q` finds company, project or id.',
  query: listQuery(orderFlowList),
  response: z.object({ items: z.array(OrderFlowWire), next: z.string().nullable() }),
})

export const exportOrderFlows = endpoint({
  id: 'exportOrderFlows',
  method: 'POST',
  path: '/api/platform/order-flows/exports',
  summary: 'An address that serves the orders as a file, to this session and for a few minutes.',
  body: exportBody(orderFlowList),
  response: ExportedWire,
})

export const StageFlowWire = z.object({
  stage: z.int(),
  /** Turn of the stage: stages of one turn are open together. */
  turn: z.int(),
  mode: z.enum(['any', 'all', 'quorum']),
  needed: z.int(),
  outcome: z.enum(['pending', 'approved', 'rejected']),
  /** True when an administrator of the company forced this outcome. */
  isForced: z.boolean(),
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
  /** Stages of the current revision. */
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
