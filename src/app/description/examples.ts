/** Requests and answers as the demo company sends and receives them; a test parses each. */
import type { Example } from '#server/openapi/operations.ts'

const order = {
  id: 'DOC-014',
  projectId: 'PRJ-001',
  projectName: 'Planta de envasado',
  name: 'Botellas de vidrio, marzo',
  type: 'gasto',
  providerId: 'PRV-001',
  providerName: 'Envases Levante',
  amount: { minor: '125050', currency: 'EUR' },
  payable: null,
  state: 'in_approval',
  blockCause: null,
  status: 'pending',
  revision: 1,
  approvals: { total: 2, approved: 1, rejected: 0, pending: 1 },
  createdById: '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e10',
  createdByName: 'Lucía Ferrer',
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T11:05:00.000Z',
  receipt: null,
  paymentBatchId: null,
  payments: null,
  dueOn: '2026-03-31',
  creditedId: null,
  providerOff: false,
  clientName: 'Bodegas del Ebro',
  invoiceNumber: 'F-2026-014',
  approvedAt: null,
  executedOn: null,
  isForced: false,
  costCentre: { id: '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e12', code: 'ENV-01', name: 'Envasado' },
}

const link = '/exports/eyJ0b2tlbiI6…/Documentos%20-%2002-03-2026.xlsx'

const seatId = '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e11'
const decisionLink = '0198f1c27d3a7c419a523f1f0c6b7e10.q7…'

export const examples: { readonly [operationId: string]: Example } = {
  submitDocument: {
    body: {
      projectId: 'PRJ-001',
      type: 'gasto',
      name: 'Botellas de vidrio, marzo',
      providerId: 'PRV-001',
      amountMinor: '125050',
      description: 'Pedido de marzo, según presupuesto.',
      invoiceNumber: 'F-2026-014',
      invoiceDate: '2026-03-01',
      fileIds: [],
    },
    response: { id: 'DOC-014', projectId: 'PRJ-001', state: 'in_approval', blockCause: null, revision: 1 },
  },
  listDocuments: { response: { items: [order], next: 'DOC-014' } },
  decideDocument: {
    body: { revision: 1, decision: 'approve', comment: 'Conforme con la factura' },
    response: {
      id: 'DOC-014',
      state: 'approved',
      revision: 1,
      approvals: { total: 2, approved: 2, rejected: 0, pending: 0 },
      canUndo: true,
    },
  },
  openDecisionLink: {
    body: { link: decisionLink },
    response: {
      order: { documentId: 'DOC-014', projectId: 'PRJ-001', revision: 1, seatId },
      ended: {
        why: 'decided',
        decision: 'approved',
        byName: 'Ana Ruiz',
        isOwn: true,
        at: '2026-03-02T09:30:00Z',
      },
    },
  },
  decideByLink: { body: { link: decisionLink, decision: 'approve', comment: 'Conforme con la factura' } },
  withdrawDocument: { body: { revision: 1 } },
  confirmExecution: {
    body: { revision: 1, executedOn: '2026-03-15', reference: 'TRF-2026-0315', comment: null },
  },
  makePaymentBatch: { body: { documentIds: ['DOC-014', 'DOC-015'], payOn: '2026-03-16' } },
  createClient: { body: { name: 'Bodegas del Ebro', email: 'compras@ebro.example' } },
  createProvider: {
    body: { name: 'Envases Levante', taxId: 'B12345674', iban: 'ES91 2100 0418 4502 0005 1332' },
  },
  exportDocuments: {
    body: { type: 'gasto', format: 'xlsx' },
    response: { url: link, rows: 128, expiresInSeconds: 300 },
  },
  discardFlowDraft: { body: { revision: 3 }, response: {} },
}
