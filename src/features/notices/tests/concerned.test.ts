// A decision leaves no message to a subscriber that would do nothing with it, and one to each that would do something.
import { expect, it } from 'vitest'
import { approvalFact } from '#features/approvals/facts.ts'
import { documentStates } from '#features/documents/rules.ts'
import { mailedNoticeFromFact, noticeFromFact } from '#features/notices/subscribers/notice-from-fact.ts'
import { outcomeFromFact } from '#features/notices/subscribers/outcomes.ts'

const answers = { notices: noticeFromFact, mails: mailedNoticeFromFact, outcomes: outcomeFromFact }

/** Decision on an order in approval after which it has this state, and this turn was opened. */
function decided(state: (typeof documentStates)[number], openedTurn: number | null) {
  const fact = approvalFact('approval.decided', 'DOC-1', {
    before: { state: 'in_approval' },
    after: {
      state,
      decision: 'approve',
      revision: 1,
      approved: 1,
      total: 2,
      seatId: 'a',
      byName: 'Marta',
      content: null,
      stages: [],
      openedTurn,
    },
  })
  return { id: '0', at: '2026-01-01T00:00:00Z', objectId: 'DOC-1', actorId: null, ...fact }
}

it.each(documentStates)(
  'a decision after which the order is %s leaves a message to all who answer it',
  state => {
    for (const openedTurn of state === 'in_approval' ? [null, 2] : [null]) {
      const fact = decided(state, openedTurn)
      for (const [name, answer] of Object.entries(answers))
        if (answer(fact) !== null) expect(fact.subscribers).toContain(name)
    }
  },
)

it('an approval among others of its turn leaves a message to open screens alone', () => {
  expect(decided('in_approval', null).subscribers).toEqual(['live'])
  expect(decided('in_approval', 2).subscribers).toEqual(['notices', 'mails', 'live'])
})
