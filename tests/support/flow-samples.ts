// Requests about flows, exchange rates and decisions on several orders.
import { dayFromToday } from '#tests/support/days.ts'

export const flowSamples = {
  previewRoute: { taxCategories: 'iva,irpf' },
  enterExchangeRate: { currency: 'USD', rate: '0.92', holdsFrom: dayFromToday() },
  saveFlowDraft: { revision: null, rules: [] },
  approveTogether: { items: [{ documentId: 'DOC-001', revision: 1 }] },
  declineTogether: {
    decision: 'reject',
    items: [{ documentId: 'DOC-001', revision: 1, comment: 'No procede' }],
  },
}
