/** Totals that a CAMT tells of its movements (`TxsSummry`), held against them. */
import type { CamtEntry } from '#features/bank/readers/camt-entries.ts'
import { sameCount, sameSum, sumMinor, totals } from '#features/bank/readers/checks.ts'
import { amountFrom, countFrom } from '#features/bank/readers/fields.ts'
import type { CountedThing } from '#features/bank/rules/unreadable.ts'
import type { Currency } from '#kernel/money.ts'
import type { XmlElement, XmlPaths } from '#server/xml/element.ts'

type Movements = {
  readonly entries: readonly CamtEntry[]
  readonly currency: Currency
  readonly iban: string
}

/** A statement of several pages tells the totals of all of them: one page says nothing of those. */
export function checkSummary(paths: XmlPaths, report: XmlElement, movements: Movements): void {
  const summary = paths.first(report, 'TxsSummry')
  if (summary === null || isOneOfSeveralPages(paths, report)) return
  for (const what of ['all', 'credits', 'debits'] as const) checkCounted(paths, summary, what, movements)
  checkNet(paths, summary, movements)
}

/** True for a page of a statement that has others: its number is not the first, or another page comes. */
function isOneOfSeveralPages({ text }: XmlPaths, report: XmlElement): boolean {
  const page = text(report, 'StmtPgntn/PgNb') ?? text(report, 'NtfctnPgntn/PgNb')
  const lastPage = text(report, 'StmtPgntn/LastPgInd') ?? text(report, 'NtfctnPgntn/LastPgInd')
  return (page !== null && page !== '1') || (lastPage !== null && lastPage !== 'true' && lastPage !== '1')
}

const places: { readonly [what in 'all' | 'credits' | 'debits']: string } = {
  all: 'TtlNtries',
  credits: 'TtlCdtNtries',
  debits: 'TtlDbtNtries',
}

type Counted = keyof typeof places

function checkCounted(paths: XmlPaths, summary: XmlElement, what: Counted, movements: Movements): void {
  const where = { iban: movements.iban }
  const count = paths.text(summary, `${places[what]}/NbOfNtries`)
  const sum = paths.text(summary, `${places[what]}/Sum`)
  if (count !== null) {
    const stated = countFrom(count, where)
    const found = figures(movements).map(each => each[what].count)
    sameCount(stated, closest(stated, found), what, where)
  }
  if (sum !== null) {
    const stated = amountFrom(sum, movements.currency, where)
    const found = figures(movements).map(each => each[what].minor)
    sameSum({ stated, found: closest(stated, found), currency: movements.currency }, what, where)
  }
}

/** Net of all movements: beside its side in version 02, in an element of its own in version 08. */
function checkNet(paths: XmlPaths, summary: XmlElement, movements: Movements): void {
  const where = { iban: movements.iban }
  const net =
    paths.text(summary, 'TtlNtries/TtlNetNtryAmt') ?? paths.text(summary, 'TtlNtries/TtlNetNtry/Amt')
  const side =
    paths.text(summary, 'TtlNtries/CdtDbtInd') ?? paths.text(summary, 'TtlNtries/TtlNetNtry/CdtDbtInd')
  if (net === null) return
  const minor = amountFrom(net, movements.currency, where)
  const stated = side === 'DBIT' ? -minor : minor
  const found = closest(
    stated,
    figures(movements).map(each => each.netMinor),
  )
  sameSum({ stated, found, currency: movements.currency }, 'net' satisfies CountedThing, where)
}

/** Figures of all movements and of the booked ones: banks count what they only announce, or not. */
const figures = ({ entries }: Movements) =>
  [entries, entries.filter(({ isBooked }) => isBooked)].map(each => {
    const found = totals(each.map(({ amountMinor, isDebit }) => ({ minor: amountMinor, isDebit })))
    return {
      all: { count: each.length, minor: found.debitMinor + found.creditMinor },
      credits: { count: found.credits, minor: found.creditMinor },
      debits: { count: found.debits, minor: found.debitMinor },
      netMinor: sumMinor(each.map(({ amountMinor }) => amountMinor)),
    }
  })

/** The stated figure where one of those found is it, else the last of them. */
function closest<Figure extends number | bigint>(stated: Figure, found: readonly Figure[]): Figure {
  return found.includes(stated) ? stated : (found.at(-1) ?? stated)
}
