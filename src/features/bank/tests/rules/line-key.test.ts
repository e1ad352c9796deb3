// Files of the bank overlap and come in any order: the same lines are the same, and two equal ones are two.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineKeys, movements, sightings, telling } from '#features/bank/rules/line-key.ts'
import type {
  AccountFormat,
  AccountReport,
  BankLine,
  LineReferences,
} from '#features/bank/rules/statement.ts'
import { dayFrom } from '#kernel/day.ts'
import { otherIban, ownIban } from '#tests/support/bank-files.ts'

const none: LineReferences = {
  endToEndId: null,
  messageId: null,
  paymentInfoId: null,
  bankReference: null,
  document: null,
  first: null,
  second: null,
}
const on = (text: string) => {
  const day = dayFrom(text)
  if (day === null) throw new Error(text)
  return day
}

type Money = {
  readonly day?: string
  readonly minor: bigint
  readonly references?: Partial<LineReferences>
  readonly text?: string
}

const line = (
  { day = '2026-11-10', minor, references = {}, text = 'PAGO' }: Money,
  index: number,
): BankLine => ({
  place: index + 1,
  part: null,
  bookedOn: on(day),
  valueOn: null,
  amountMinor: minor,
  references: { ...none, ...references },
  counterparty: { name: null, iban: null },
  text,
  returned: null,
})

function report(format: AccountFormat, money: readonly Money[], iban = ownIban): AccountReport {
  const told = { iban, currency: 'EUR' as const, from: null, to: null, lines: money.map(line) }
  return format === 'camt054'
    ? { kind: 'notification', format, ...told }
    : { kind: 'statement', format, openingMinor: null, closingMinor: null, ...told }
}

const all = (reports: readonly AccountReport[]) => reports.flatMap(sightings)
const possibleKeys = (reports: readonly AccountReport[]) => new Set(reports.flatMap(lineKeys))
const movementKeys = (reports: readonly AccountReport[]) =>
  new Set(movements(all(reports)).map(({ key }) => key))

test('two equal payments of a day are two, and the same day in a second file has the same keys', () => {
  const day = report('norma43', [
    { minor: -100n },
    { minor: -100n },
    { minor: -100n, references: { first: 'A' } },
  ])
  expect(possibleKeys([day]).size).toBe(3)
  expect(possibleKeys([day, day])).toEqual(possibleKeys([day]))
  expect(movements(all([day, day]))).toHaveLength(3)
})

test('account, day, amount and references tell lines apart', () => {
  const keys = possibleKeys([
    report('camt053', [
      { minor: 1n },
      { minor: -1n },
      { minor: 1n, day: '2026-11-11' },
      { minor: 1n, references: { endToEndId: 'a' } },
      { minor: 1n, references: { bankReference: 'a' } },
    ]),
    report('camt053', [{ minor: 1n }], otherIban),
  ])
  expect(keys.size).toBe(6)
})

test('texts tell lines apart that have no reference, in whatever order a file has them', () => {
  const [ana, luis] = [
    { minor: -100n, text: 'ANA' },
    { minor: -100n, text: 'LUIS' },
  ]
  const [atNoon] = lineKeys(report('norma43', [ana]))
  const evening = lineKeys(report('norma43', [luis, ana]))
  expect(new Set(evening).size).toBe(2)
  expect(evening[1]).toBe(atNoon)
})

test('the first lines of a day, then the whole day, are the whole day', () => {
  const money = [{ minor: -5n }, { minor: -7n }, { minor: -5n }, { minor: -5n }]
  const [early, whole] = [report('norma43', money.slice(0, 3)), report('norma43', money)]
  expect(possibleKeys([early, whole])).toEqual(possibleKeys([whole]))
  expect(possibleKeys([whole, early])).toEqual(possibleKeys([whole]))
})

test('a notification, the statement and a Norma 43 of the same money tell of it once', () => {
  const paid = { minor: -500n, references: { endToEndId: 'DOC-001.R-001' } }
  const other = { minor: -500n, references: { endToEndId: 'DOC-002.R-001' } }
  const notice = report('camt054', [{ ...paid, references: { ...paid.references, bankReference: 'N1' } }])
  const later = report('camt054', [other])
  const statement = report('camt053', [other, paid])
  const norma43 = report('norma43', [{ minor: -500n }, { minor: -500n }])
  expect(movements(all([notice]))).toHaveLength(1)
  expect(movements(all([notice, later]))).toHaveLength(2)
  expect(movements(all([notice, report('camt053', [other])]))).toHaveLength(2)
  const [first, second] = movements(all([norma43, notice, statement, later]))
  expect(movements(all([norma43, notice, statement, later]))).toHaveLength(2)
  for (const each of [first, second])
    expect(new Set(each?.sightings.flatMap(({ endToEndId }) => endToEndId ?? [])).size).toBe(1)
})

test('a batch that one format tells by its parts and another as a whole is one movement, told by its parts', () => {
  const parts = [-100n, -200n].map((amountMinor, index) => ({
    ...line({ minor: amountMinor, references: { endToEndId: `DOC-00${index + 1}.R-001` } }, 0),
    part: { number: index + 1, count: 2, entryMinor: -300n },
  }))
  const statement: AccountReport = { ...report('camt053', []), lines: parts }
  const [movement, ...more] = movements(all([report('norma43', [{ minor: -300n }]), statement]))
  expect(more).toEqual([])
  expect(movement && telling(movement).map(each => each.line.amountMinor)).toEqual([-100n, -200n])
  expect(possibleKeys([{ ...statement, lines: parts.toReversed() }])).toEqual(possibleKeys([statement]))
})

/** Few values, so that equal lines are many. */
const money = fc.record({
  day: fc.constantFrom('2026-11-10', '2026-11-11', '2026-11-12'),
  minor: fc.constantFrom(-100n, -200n, 100n),
  references: fc.constantFrom<Partial<LineReferences>>(
    {},
    { first: 'A' },
    { first: 'B' },
    { bankReference: 'C' },
  ),
})
const format = fc.constantFrom<AccountFormat>('norma43', 'camt053', 'camt054')
const days = ['2026-11-10', '2026-11-11', '2026-11-12']

/** A statement, and files of whole days or of the beginning of one, each day whole in one of them, in any order. */
const overlapping = fc.array(money, { maxLength: 30 }).chain(lines =>
  fc
    .array(fc.record({ from: fc.nat(2), days: fc.nat(2), cut: fc.nat(30), isCut: fc.boolean() }), {
      maxLength: 6,
    })
    .chain(extra => {
      const cut = extra.map(each => {
        const some = days.slice(each.from, each.from + each.days + 1)
        const whole = lines.filter(({ day }) => some.includes(day))
        const last = whole.filter(({ day }) => day === some.at(-1))
        return each.isCut
          ? [...whole.filter(({ day }) => day !== some.at(-1)), ...last.slice(0, each.cut)]
          : whole
      })
      const whole = days.map(each => lines.filter(({ day }) => day === each))
      return fc.record({
        lines: fc.constant(lines),
        files: fc.shuffledSubarray([...cut, ...whole], { minLength: cut.length + whole.length }),
      })
    }),
)

test('any split of a statement into files that overlap, in any order, has the same keys', () => {
  fc.assert(
    fc.property(overlapping, format, ({ lines, files }, as) => {
      const whole = report(as, lines)
      const split = files.map(each => report(as, each))
      expect(possibleKeys(split)).toEqual(possibleKeys([whole]))
      expect(movementKeys(split)).toEqual(movementKeys([whole]))
    }),
  )
})

test('the order of lines within a file makes no difference to the keys', () => {
  const shuffled = fc
    .array(money, { maxLength: 30 })
    .chain(lines => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })))
  fc.assert(
    fc.property(shuffled, ([lines, others]) => {
      expect(possibleKeys([report('camt053', others)])).toEqual(possibleKeys([report('camt053', lines)]))
    }),
  )
})

test('movements of files of several formats are the same after any order of files', () => {
  const files = fc.array(fc.tuple(format, fc.array(money, { maxLength: 8 })), { maxLength: 6 })
  fc.assert(
    fc.property(
      files.chain(some => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, others]) => {
        const inOrder = (each: typeof some) =>
          movements(each.flatMap(([as, lines]) => sightings(report(as, lines))))
            .map(({ key, sightings: told }) => [key, ...told.map(one => one.key)].join())
            .sort()
        expect(inOrder(others)).toEqual(inOrder(some))
      },
    ),
  )
})

test('no file takes a movement away, and a second format of a whole statement adds none', () => {
  fc.assert(
    fc.property(
      fc.array(money, { maxLength: 20 }),
      format,
      format,
      fc.nat(20),
      (lines, one, other, count) => {
        const whole = report(one, lines)
        const bare = lines.map(({ references: _, ...rest }) => rest)
        expect(
          movementKeys([whole, report(other === one ? one : other, other === one ? lines : bare)]),
        ).toEqual(movementKeys([whole]))
        const before = movementKeys([report(one, lines.slice(0, count))])
        expect([...before].every(key => movementKeys([whole]).has(key))).toBe(true)
      },
    ),
  )
})
