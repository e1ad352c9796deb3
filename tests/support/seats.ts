// Stages with their seats, and the facts for undoing an approval, as the rules take them.
import type { UndoFacts } from '#features/approvals/rules/undo.ts'
import type { Seat, SeatStatus, Stage } from '#features/approvals/rules.ts'

export const seat = (approverId: string, status: SeatStatus = 'pending', id = approverId): Seat => ({
  id,
  approverId,
  status,
})

export const stage = (seats: Seat[], over: Partial<Stage> = {}): Stage => ({
  stage: 1,
  turn: 1,
  mode: 'all',
  needed: seats.length,
  origin: 'general',
  seats,
  ...over,
})

export const noon = new Date('2026-03-03T12:00:00Z')

/** An order in approval whose approvals somebody may undo; the stages are each test's own. */
export const undoFacts: UndoFacts = {
  state: 'in_approval',
  side: 'company',
  stages: [],
  standsInFor: [],
  lastApproval: null,
  undoMinutes: 2,
}
