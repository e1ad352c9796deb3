/**
 * A breakdown while somebody types it: amounts are digits of minor units, or '' while they are none. What is typed last
 * stays, and the rest follows from it: a base gives the tax and the total, a total is divided at the rate.
 */
import {
  type Breakdown,
  baseMinor,
  lineFromBase,
  lineFromTotal,
  withholdingFrom,
} from '#features/documents/rules/breakdown.ts'
import type { BreakdownDigits } from '#features/documents/rules/breakdown-digits.ts'
import type { TaxKind, WithholdingKind } from '#features/documents/rules/tax-kinds.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'

export type TypedBreakdown = BreakdownDigits
export type TypedLine = TypedBreakdown['taxLines'][number]

/** Amount as it is typed, with its breakdown. */
export type TypedAmount = { readonly amountMinor: string; readonly breakdown: TypedBreakdown }

type Rate = { readonly kind: TaxKind; readonly rate: number }

/** A breakdown of a form, with what its wire may leave out filled in. */
export const toTyped = (
  breakdown: Partial<{ [field in keyof TypedBreakdown]: TypedBreakdown[field] | undefined }>,
): TypedBreakdown => ({
  taxLines: breakdown.taxLines ?? [],
  disbursementsMinor: breakdown.disbursementsMinor ?? '0',
  withholding: breakdown.withholding ?? null,
  prepaidMinor: breakdown.prepaidMinor ?? '0',
  roundingMinor: breakdown.roundingMinor ?? '0',
})

/** A breakdown of one line, of the amount that is already typed. */
export const startedBreakdown = (amountMinor: string, rate: Rate): TypedBreakdown =>
  withTotal({ amountMinor, breakdown: toTyped({ taxLines: [emptyLine(rate)] }) }).breakdown

export const emptyLine = ({ kind, rate }: Rate): TypedLine => ({ kind, rate, baseMinor: '', taxMinor: '' })

/** The breakdown after another total was typed: a single line is divided anew, several lines stay as they are. */
export function withTotal(typed: TypedAmount): TypedAmount {
  const { amountMinor, breakdown } = typed
  const [line, ...others] = breakdown.taxLines
  if (line === undefined || others.length > 0 || amountMinor === '') return typed
  const rest = minorFromText(amountMinor) - typedMinor(breakdown.disbursementsMinor)
  if (rest <= 0n) return typed
  const divided = lineFromTotal(line.kind, line.rate, rest)
  return withheldAgain(typed, { ...breakdown, taxLines: [typedLine(divided)] }, amountMinor)
}

/** The amount after another rate was chosen for a line. */
export function withRate(typed: TypedAmount, index: number, rate: Rate): TypedAmount {
  const line = typed.breakdown.taxLines[index]
  if (line === undefined) return typed
  const changed = { ...typed, breakdown: withLine(typed.breakdown, index, { ...line, ...rate }) }
  const divided = withTotal(changed)
  if (divided !== changed || line.baseMinor === '') return divided
  return withBase(changed, index, line.baseMinor)
}

/** The amount after a base was typed: the tax is the rate's, and the total the sum. */
export function withBase(typed: TypedAmount, index: number, base: string): TypedAmount {
  const line = typed.breakdown.taxLines[index]
  if (line === undefined) return typed
  const next =
    base === ''
      ? { ...line, baseMinor: '', taxMinor: '' }
      : typedLine(lineFromBase(line.kind, line.rate, minorFromText(base)))
  return summed(typed, withLine(typed.breakdown, index, next))
}

/** The amount after a tax was typed, which differs from the rate's by a cent where the invoice rounds otherwise. */
export function withTax(typed: TypedAmount, index: number, taxMinor: string): TypedAmount {
  const line = typed.breakdown.taxLines[index]
  return line === undefined ? typed : summed(typed, withLine(typed.breakdown, index, { ...line, taxMinor }))
}

/** The amount with one line more, whose base is still to be typed. */
export const withNewLine = (typed: TypedAmount, rate: Rate): TypedAmount => ({
  ...typed,
  breakdown: { ...typed.breakdown, taxLines: [...typed.breakdown.taxLines, emptyLine(rate)] },
})

export function withoutLine(typed: TypedAmount, index: number): TypedAmount {
  const taxLines = typed.breakdown.taxLines.filter((_, at) => at !== index)
  return taxLines.length === 0
    ? { ...typed, breakdown: { ...typed.breakdown, taxLines } }
    : summed(typed, { ...typed.breakdown, taxLines })
}

export const withDisbursements = (typed: TypedAmount, minor: string): TypedAmount =>
  summed(typed, { ...typed.breakdown, disbursementsMinor: minor })

export type ChosenWithholding = { readonly kind: WithholdingKind; readonly rate: number }

/** The amount with a withholding of all its bases, or with none. */
export function withWithholding(typed: TypedAmount, chosen: ChosenWithholding | null): TypedAmount {
  const { breakdown } = typed
  return { ...typed, breakdown: { ...breakdown, withholding: chosen && withheld(breakdown, chosen) } }
}

/** True when nothing is left to type: what does not add up then is wrong, and not only unfinished. */
export const isComplete = ({ amountMinor, breakdown }: TypedAmount): boolean =>
  amountMinor !== '' &&
  breakdown.taxLines.every(line => line.baseMinor !== '') &&
  breakdown.withholding?.withheldMinor !== ''

/** The breakdown that is typed; an amount that is none counts as zero. */
export function knownBreakdown(breakdown: TypedBreakdown): Breakdown {
  const { withholding } = breakdown
  return {
    taxLines: breakdown.taxLines.map(knownLine),
    disbursementsMinor: typedMinor(breakdown.disbursementsMinor),
    withholding: withholding && {
      kind: withholding.kind,
      rate: withholding.rate,
      baseMinor: typedMinor(withholding.baseMinor),
      withheldMinor: typedMinor(withholding.withheldMinor),
    },
    prepaidMinor: typedMinor(breakdown.prepaidMinor),
    roundingMinor: typedMinor(breakdown.roundingMinor),
  }
}

/** Minor units of typed digits; zero while they are none. */
export const typedMinor = (digits: string): bigint => (/^-?\d+$/.test(digits) ? minorFromText(digits) : 0n)

/** The sum of what is typed, as digits: '' while it is nothing. */
function summed(typed: TypedAmount, breakdown: TypedBreakdown): TypedAmount {
  const total = breakdown.taxLines.reduce(
    (sum, line) =>
      sum + (line.kind === 'recargo' ? 0n : typedMinor(line.baseMinor)) + typedMinor(line.taxMinor),
    typedMinor(breakdown.disbursementsMinor),
  )
  return withheldAgain(typed, breakdown, total > 0n ? minorToText(total) : '')
}

/** A withholding follows the bases as long as it was that of all of them. */
function withheldAgain(before: TypedAmount, breakdown: TypedBreakdown, amountMinor: string): TypedAmount {
  const { withholding } = breakdown
  const wasOfAll = withholding !== null && typedMinor(withholding.baseMinor) === sumOfBases(before.breakdown)
  return {
    amountMinor,
    breakdown: wasOfAll ? { ...breakdown, withholding: withheld(breakdown, withholding) } : breakdown,
  }
}

function withheld(breakdown: TypedBreakdown, { kind, rate }: ChosenWithholding) {
  const found = withholdingFrom(kind, rate, { taxLines: breakdown.taxLines.map(knownLine) })
  return {
    kind,
    rate,
    baseMinor: minorToText(found.baseMinor),
    withheldMinor: minorToText(found.withheldMinor),
  }
}

const sumOfBases = ({ taxLines }: TypedBreakdown): bigint => baseMinor({ taxLines: taxLines.map(knownLine) })

const knownLine = ({ kind, rate, ...line }: TypedLine) => ({
  kind,
  rate,
  baseMinor: typedMinor(line.baseMinor),
  taxMinor: typedMinor(line.taxMinor),
})

const typedLine = ({ kind, rate, baseMinor: base, taxMinor }: ReturnType<typeof knownLine>): TypedLine => ({
  kind,
  rate,
  baseMinor: minorToText(base),
  taxMinor: minorToText(taxMinor),
})

const withLine = (breakdown: TypedBreakdown, index: number, line: TypedLine): TypedBreakdown => ({
  ...breakdown,
  taxLines: breakdown.taxLines.map((each, at) => (at === index ? line : each)),
})
