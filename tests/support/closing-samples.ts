// Requests about closed months, which agree with one another.
import { dayFromToday } from '#tests/support/days.ts'

export const closingSamples = {
  getMonthEnd: { month: dayFromToday(-40).slice(0, 7) },
  listMonthPart: { month: dayFromToday(-40).slice(0, 7), part: 'paid' },
  getWithholdings: { quarter: '2026-1' },
  changeLedgerAccounts: { changes: [{ subject: { place: 'bank' }, code: '572', seen: '' }] },
  issueClosingPapers: { month: dayFromToday(-40).slice(0, 7) },
  closeMonth: { month: dayFromToday(-40).slice(0, 7), seen: 0 },
  exportMovements: { from: dayFromToday(-40), until: dayFromToday() },
  exportWithholdings: { from: dayFromToday(-40), until: dayFromToday() },
}
