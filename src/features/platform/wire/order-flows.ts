import { z } from 'zod'
import { DocumentId, DocumentRowWire } from '#features/documents/wire.ts'
import { orderFlowStatuses } from '#features/platform/rules/order-flow.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { isDisplayId, isUuid } from '#kernel/ids.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { ExportedWire, InstantWire, MoneyWire, SearchWire, SheetFormatWire, UuidWire } from '#kernel/wire.ts'

/** Id of a document or contract with its company's: in lists of all companies, both together identify it. */
export function isIdInCompany(kind: 'DOC' | 'CTR', text: string): boolean {
  const [companyId = '', id = '', ...rest] = text.split('/')
  return rest.length === 0 && isUuid(companyId) && isDisplayId(kind, id)
}

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
  status: z.enum(orderFlowStatuses),
  createdAt: InstantWire,
  updatedAt: InstantWire,
  /** Days since it was last submitted; null once it is decided. */
  pendingDays: z.int().nullable(),
})
export type OrderFlowWire = z.infer<typeof OrderFlowWire>

/** Filters of the orders of all companies. */
const filters = { q: SearchWire, status: z.enum(orderFlowStatuses).optional() }

/** Sort keys of the orders, descending with a minus. */
export const orderFlowSorts = ['-date', 'date', 'company', '-company'] as const
export type OrderFlowSort = (typeof orderFlowSorts)[number]

export const orderFlowOrdering = {
  sorts: orderFlowSorts,
  keys: { date: 'instant', company: 'text' },
  isId: (text: string) => isIdInCompany('DOC', text),
} as const

export const listOrderFlows = endpoint({
  id: 'listOrderFlows',
  method: 'GET',
  path: '/api/platform/order-flows',
  summary:
    'Orders of all companies, newest first unless sorted, by keyset; `q` finds company, project or id.',
  query: z.object({ ...filters, ...pageFields(orderFlowOrdering) }),
  response: z.object({ items: z.array(OrderFlowWire), next: z.string().nullable() }),
})

export const exportOrderFlows = endpoint({
  id: 'exportOrderFlows',
  method: 'POST',
  path: '/api/platform/order-flows/exports',
  summary: 'An address that serves the orders as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(orderFlowOrdering), format: SheetFormatWire }),
  response: ExportedWire,
})

export const StageFlowWire = z.object({
  stage: z.int(),
  /** Turn of the stage: stages of one turn are open together. */
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
