/** Figures of a month, what deserves a look before it is closed, and what entered it after its close. */

/** Figures, in the order of the screen. `unissued`: approved issuance orders that were not issued. */
export const figureKeys = [
  'approved',
  'approvedIssues',
  'paid',
  'issued',
  'returned',
  'credited',
  'pending',
  'pendingIssues',
  'unpaid',
  'unissued',
  'overdue',
] as const
export type FigureKey = (typeof figureKeys)[number]

/** Gaps in the payments of the month; `unmatched`: payments without a line of the bank. */
export const gapKeys = ['noInvoiceNumber', 'noProof', 'noTaxId', 'noBreakdown', 'unmatched'] as const
export type GapKey = (typeof gapKeys)[number]

/** `late`: movements that entered the month after its last close. */
export const partKeys = [...figureKeys, ...gapKeys, 'late'] as const
export type PartKey = (typeof partKeys)[number]

/** Most orders that are listed behind a figure; the sheet has all of them. */
export const maxListed = 100
