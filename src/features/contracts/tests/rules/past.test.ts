import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amended,
  firstPastDay,
  type LedgerDay,
  pastBalances,
  pastDays,
  totalAt,
} from '#features/contracts/rules/past.ts'
import { addDays, type Day, dayFrom, daysBetween } from '#kernel/day.ts'

const start = day('2026-01-01')
const last = addDays(start, 30)

function day(text: string): Day {
  const found = dayFrom(text)
  if (!found) throw new Error(text)
  return found
}

const someDay = fc.integer({ min: 0, max: 30 }).map(days => addDays(start, days))
const minor = fc.bigInt({ min: -1000n, max: 1000n })
const entries = fc.array(fc.record({ day: someDay, requested: minor, committed: minor, used: minor }))

/** Each amends what the one before left. */
const amendments = fc.array(fc.tuple(someDay, fc.bigInt({ min: 1n, max: 9999n }))).map((all): Amended[] => {
  const inOrder = all.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return inOrder.map(([on, to], index) => ({ day: on, from: inOrder[index - 1]?.[1] ?? 500n, to }))
})

describe('the past of a contract', () => {
  it('at the end of each day is the sum of every movement until then', () => {
    fc.assert(
      fc.property(entries, amendments, (ledger: LedgerDay[], amended) => {
        const days = pastBalances({ first: start, last, total: amended.at(-1)?.to ?? 500n }, ledger, amended)
        for (const past of days) {
          const until = ledger.filter(entry => entry.day <= past.day)
          const sum = (of: 'requested' | 'committed' | 'used') =>
            until.reduce((all, entry) => all + entry[of], 0n)
          expect(past).toMatchObject({
            requested: sum('requested'),
            committed: sum('committed'),
            used: sum('used'),
          })
          expect(past.total).toBe(amended.filter(each => each.day <= past.day).at(-1)?.to ?? 500n)
        }
        expect(days.map(past => past.day)).toEqual([...new Set(days.map(past => past.day))].toSorted())
        expect([days[0]?.day, days.at(-1)?.day]).toEqual([start, last])
      }),
    )
  })

  it('knows the total of before the first amendment, and of a contract never amended', () => {
    const amended = [{ day: addDays(start, 5), from: 100n, to: 250n }]
    expect(totalAt(addDays(start, 4), amended, 250n)).toBe(100n)
    expect(totalAt(addDays(start, 5), amended, 250n)).toBe(250n)
    expect(totalAt(start, [], 700n)).toBe(700n)
  })

  it('is one of ninety days, the last included', () => {
    expect(daysBetween(firstPastDay(last), last)).toBe(pastDays - 1)
  })
})
