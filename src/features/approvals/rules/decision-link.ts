/**
 * Links of mails to approvers. Each leads its addressee to one seat of one revision of an order, and decides nothing by
 * being opened. It ends with the seat, with its first decision, and after some days.
 */
import type { SeatStatus } from '#features/approvals/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'

/** Days for which a link may be used. */
export const linkDays = 30

/** Days for which a link that is over still says what became of it; then it is deleted. */
export const keptDays = 60

/** The company's id without hyphens, and 32 random bytes. The first says where to look; only a digest of the whole is kept. */
const shape = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.[0-9A-Za-z_-]{43}$/

export const linkText = (companyId: string, random: string): string =>
  `${companyId.replaceAll('-', '')}.${random}`

/** Id of the company that a link names; null for a text that is no link. */
export function linkCompany(text: string): string | null {
  const found = shape.exec(text)
  return found?.slice(1).join('-') ?? null
}

export type LinkFacts = {
  readonly seat: SeatStatus
  readonly state: DocumentState
  /** Revision of the link, and the order's own. */
  readonly revision: number
  readonly currentRevision: number
  readonly expiresAt: string
  readonly isUsed: boolean
  /** True when the person may decide the seat now, for themselves or for its approver. */
  readonly isTheirs: boolean
}

/** Reasons for which a link is over. */
export const linkEnds = [
  'decided',
  'cancelled',
  'corrected',
  'returned',
  'reassigned',
  'not_needed',
  'blocked',
  'not_waiting',
  'used',
  'expired',
  'not_theirs',
] as const
export type LinkEnd = (typeof linkEnds)[number]

/** Reason for which a link is over, whatever became of the seat first; null while its seat can be decided with it. */
export function linkEnd(facts: LinkFacts, now: Date): LinkEnd | null {
  const { seat, state } = facts
  if (seat === 'approved' || seat === 'rejected' || seat === 'returned') return 'decided'
  if (state === 'cancelled') return 'cancelled'
  if (facts.currentRevision !== facts.revision) return 'corrected'
  if (state === 'returned') return 'returned'
  if (seat === 'void') return 'reassigned'
  if (seat === 'skipped') return 'not_needed'
  if (state === 'blocked') return 'blocked'
  if (state !== 'in_approval') return 'not_waiting'
  if (facts.isUsed) return 'used'
  if (Date.parse(facts.expiresAt) <= now.getTime()) return 'expired'
  return facts.isTheirs ? null : 'not_theirs'
}
