/** Money that came in, to orders of issuance: by the number that the payer wrote, else by the payer's name. */
import type { ExpectedIncome, LineToMatch } from '#features/bank/rules/bank-matching.ts'
import { lineWords } from '#features/bank/rules/line-words.ts'
import {
  type Candidate,
  type Desk,
  day,
  freePayments,
  moneyKey,
  openLines,
  type Side,
  settle,
} from '#features/bank/rules/match-desk.ts'
import { matchByName } from '#features/bank/rules/match-name.ts'
import { neverSent } from '#features/bank/rules/sent-before.ts'
import { fold } from '#kernel/text.ts'

/** Shorter numbers stand in texts by chance. */
const fewestSigns = 5
/** Words that make one number together: `F 2026 / 014`. */
const maxWords = 4

export function matchIncomes(desk: Desk, incomes: readonly ExpectedIncome[]): void {
  const side: Side<ExpectedIncome> = {
    kind: 'income',
    taken: desk.received,
    lines: desk.lines.flatMap(({ amountMinor, returned }, index) =>
      amountMinor > 0n && returned === null ? [index] : [],
    ),
    payments: incomes.map(income => ({
      of: income,
      keys: [{ documentId: income.documentId, payment: 1 }],
      endToEndId: null,
      files: neverSent,
      name: income.clientName,
      iban: null,
      amountMinor: income.amountMinor,
      currency: income.currency,
      day: day(income.dueOn),
    })),
    rivals: [],
    sent: [],
  }
  matchByNumber(desk, side)
  matchByName(desk, side)
}

type Numbered = { readonly number: string; readonly candidate: Candidate<ExpectedIncome> }
type Told = { readonly index: number; readonly found: readonly Numbered[] }

/** Exact when one income has such a number, and one line says it; short numbers only propose. */
function matchByNumber(desk: Desk, side: Side<ExpectedIncome>): void {
  const told = incomesTold(desk, side)
  const sayers = Map.groupBy(
    told.flatMap(({ index, found }) =>
      [...new Set(found.map(each => each.candidate))].map(candidate => ({ candidate, index })),
    ),
    ({ candidate }) => candidate,
  )
  for (const { index, found } of told) {
    const [first] = found.filter(({ candidate }) => !side.taken.has(candidate.of))
    if (!first) continue
    const isOnly =
      found.every(({ candidate }) => candidate === first.candidate) &&
      sayers.get(first.candidate)?.length === 1
    const isLong = found.some(({ number }) => number.length >= fewestSigns)
    settle(desk, side, index, {
      certainty: isOnly && isLong ? 'exact' : 'proposed',
      why: isOnly ? 'invoice_number' : 'ambiguous',
      of: [first.candidate],
    })
  }
}

/** Incomes of a line's amount whose numbers it says. */
function incomesTold(desk: Desk, side: Side<ExpectedIncome>): Told[] {
  const byMoney = Map.groupBy(
    freePayments(side).flatMap(candidate => numbers(candidate.of).map(number => ({ number, candidate }))),
    ({ candidate }) => moneyKey(candidate),
  )
  const indexes = new Map(
    [...byMoney].map(([money, some]) => [money, Map.groupBy(some, ({ number }) => number)]),
  )
  return openLines(desk, side).flatMap(index => {
    const line = desk.lines[index]
    const numbered = line && indexes.get(moneyKey(line))
    const found = numbered ? numbersSaid(line, numbered) : []
    return found.length === 0 ? [] : [{ index, found }]
  })
}

const numbers = ({ documentId, invoiceNumber }: ExpectedIncome): string[] => [
  ...new Set([documentId, invoiceNumber ?? ''].map(signs).filter(each => each !== '')),
]

/** Letters and digits alone. */
const signs = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Numbers that one to four words beside each other say together. */
function numbersSaid(line: LineToMatch, numbered: ReadonlyMap<string, readonly Numbered[]>): Numbered[] {
  const words = fold(`${lineWords(line)} ${line.references.endToEndId ?? ''}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(each => each !== '')
  const found = new Set<Numbered>()
  for (const start of words.keys()) {
    let said = ''
    for (const word of words.slice(start, start + maxWords)) {
      said += word
      for (const each of numbered.get(said) ?? []) found.add(each)
    }
  }
  return [...found]
}
