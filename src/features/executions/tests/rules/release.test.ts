import { expect, test } from 'vitest'
import {
  mayRelease,
  needsRelease,
  type ReleaseHand,
  reviewOn,
  reviewSnapshot,
} from '#features/executions/rules/release.ts'
import { dayFrom } from '#kernel/day.ts'

const day = (text: string) => dayFrom(text) ?? expect.fail(text)
const said = (answer: true | { readonly refused: string }) => (answer === true ? true : answer.refused)

const second: ReleaseHand = {
  isMaker: false,
  isAuthor: false,
  isDecider: false,
  isForcer: false,
  executorMayApprove: false,
  releasers: ['Ana Ruiz'],
}

test.each([
  [1n, 0n, true],
  [999_999n, 1_000_000n, false],
  [1_000_000n, 1_000_000n, true],
  [1_000_001n, 1_000_000n, true],
])('a batch of %d cents, of which a second person is asked from %d on: %s', (amount, from, answer) => {
  expect(needsRelease(amount, from)).toBe(answer)
})

test.each([
  [{}, 'pending', true],
  [{}, 'none', 'release_not_needed'],
  [{}, 'released', 'already_released'],
  [{ isMaker: true }, 'pending', 'own_batch'],
  [{ isMaker: true, releasers: [] }, 'pending', 'no_releaser'],
  [{ isAuthor: true }, 'pending', 'wrote_in_batch'],
  [{ isAuthor: true, executorMayApprove: true }, 'pending', 'wrote_in_batch'],
  [{ isDecider: true }, 'pending', 'decided_in_batch'],
  [{ isDecider: true, executorMayApprove: true }, 'pending', true],
  [{ isForcer: true, executorMayApprove: true }, 'pending', 'decided_in_batch'],
] as const)('who releases a batch (%#)', (change, release, answer) => {
  expect(said(mayRelease({ ...second, ...change }, release))).toBe(answer)
})

test('whoever made the batch learns who can release it', () => {
  const answer = mayRelease({ ...second, isMaker: true, releasers: ['Ana Ruiz', 'Luis Gil'] }, 'pending')
  expect(answer).toMatchObject({ facts: { people: 'Ana Ruiz, Luis Gil' } })
})

test('what is seen names accounts that changed within thirty days, and who is paid for the first time', () => {
  const providers = [
    { providerId: 'PRV-001', name: 'De siempre', changedOn: null, isFirst: false },
    { providerId: 'PRV-002', name: 'Hace treinta', changedOn: day('2026-10-21'), isFirst: false },
    { providerId: 'PRV-003', name: 'Hace más', changedOn: day('2026-10-20'), isFirst: true },
    { providerId: 'PRV-004', name: 'Hoy y nuevo', changedOn: day('2026-11-20'), isFirst: true },
  ]
  const review = reviewOn(day('2026-11-20'), { orders: 4, amountMinor: '400' }, providers)
  expect(reviewSnapshot(review)).toEqual({
    orders: 4,
    amountMinor: '400',
    changedAccounts: ['PRV-002 2026-10-21', 'PRV-004 2026-11-20'],
    firstPayments: ['PRV-003', 'PRV-004'],
  })
})

test('what is seen names accounts that others have too, and says nothing of them where there are none', () => {
  const one = { providerId: 'PRV-001', name: 'Uno', changedOn: null, isFirst: false }
  const counted = { orders: 1, amountMinor: '1' }
  const shared = reviewOn(day('2026-11-20'), counted, [{ ...one, isAccountShared: true }])
  expect(reviewSnapshot(shared)).toMatchObject({ sharedAccounts: ['PRV-001'] })
  const own = reviewOn(day('2026-11-20'), counted, [{ ...one, isAccountShared: false }])
  expect(Object.keys(reviewSnapshot(own))).not.toContain('sharedAccounts')
})
