// Money that several formats tell is settled once, whatever files tell of it, in whatever order, and whenever somebody
// settles what waits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sightings } from '#features/bank/rules/line-key.ts'
import { type DecidedSighting, waitingLines } from '#features/bank/rules/open-lines.ts'
import type { AccountFormat, AccountReport } from '#features/bank/rules/statement.ts'
import { ownIban } from '#tests/support/bank-files.ts'
import { line } from '#tests/support/bank-lines.ts'

/** One movement of a day, all of one amount: its identifier, if it has one, and the reference of each format. */
type Money = {
  readonly endToEndId: string | null
  readonly references: { readonly [format in AccountFormat]: string | null }
}

const formats = ['camt053', 'camt054', 'norma43'] as const
const reference = fc.constantFrom(null, 'A', 'B', 'C', 'D')
const day: fc.Arbitrary<Money[]> = fc.array(
  fc.record({
    endToEndId: fc.option(fc.constantFrom('X', 'Y', 'Z')),
    references: fc.record({ camt053: reference, camt054: reference, norma43: reference }),
  }),
  { minLength: 1, maxLength: 5 },
)
/** A file with those of the day's movements whose bit is set, or somebody who settles one of the lines that wait, or sets it aside. */
type Step =
  | { readonly file: AccountFormat; readonly bits: number }
  | { readonly settles: number }
  | { readonly setsAside: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ file: fc.constantFrom<AccountFormat>(...formats), bits: fc.nat(31) }),
  fc.record({ settles: fc.nat(4) }),
  fc.record({ setsAside: fc.nat(4) }),
)

function report(format: AccountFormat, money: readonly Money[]): AccountReport {
  const lines = money.map(({ endToEndId, references }, index) => ({
    ...line({
      references: {
        endToEndId: format === 'norma43' ? null : endToEndId,
        bankReference: references[format],
      },
    }),
    place: index + 1,
  }))
  const told = { iban: ownIban, currency: 'EUR' as const, from: null, to: null, lines }
  return format === 'camt054'
    ? { kind: 'notification', format, ...told }
    : { kind: 'statement', format, openingMinor: null, closingMinor: null, ...told }
}

/** Lines that were kept, by their key. */
class Desk {
  readonly kept = new Map<string, DecidedSighting>()

  import(file: AccountReport): void {
    for (const each of sightings(file))
      if (!this.kept.has(each.key))
        this.kept.set(each.key, { ...each, id: each.key, isOpen: true, isSettled: false })
  }

  waiting(): string[] {
    return [...waitingLines([...this.kept.values()])].sort()
  }

  decide(id: string, isSettled: boolean): void {
    const found = this.kept.get(id)
    if (found) this.kept.set(id, { ...found, isOpen: false, isSettled })
  }

  get settled(): number {
    return [...this.kept.values()].filter(({ isSettled }) => isSettled).length
  }

  get setAside(): number {
    return [...this.kept.values()].filter(({ isOpen, isSettled }) => !isOpen && !isSettled).length
  }
}

test('no more is settled than there was, and nothing is hidden that nobody decided, once the whole day came', () => {
  fc.assert(
    fc.property(
      day,
      fc.array(step, { maxLength: 14 }),
      fc.constantFrom(...formats),
      (money, steps, whole) => {
        const desk = new Desk()
        for (const each of steps) {
          if ('file' in each)
            desk.import(
              report(
                each.file,
                money.filter((_, index) => each.bits & (1 << index)),
              ),
            )
          const waiting = desk.waiting()
          const place = 'settles' in each ? each.settles : 'setsAside' in each ? each.setsAside : undefined
          const chosen = place === undefined ? undefined : waiting[place % waiting.length]
          if (chosen !== undefined) desk.decide(chosen, 'settles' in each)
          expect(desk.settled).toBeLessThanOrEqual(money.length)
        }
        desk.import(report(whole, money))
        for (let [next] = desk.waiting(); next !== undefined; [next] = desk.waiting()) desk.decide(next, true)
        expect(desk.settled).toBeLessThanOrEqual(money.length)
        expect(desk.settled + desk.setAside).toBeGreaterThanOrEqual(money.length)
      },
    ),
    { numRuns: 1000 },
  )
})
