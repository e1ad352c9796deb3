/**
 * The breakdown in a revision's content, whose digest is sealed: flat texts, because a digest has to come out the same
 * from the database. Lines are kind, rate, base and tax in minor units: 'iva 2100 10000 2100'.
 */
import { type Breakdown, payableMinor } from '#features/documents/rules/breakdown.ts'
import type { RevisionContent } from '#features/documents/rules/content.ts'
import { taxKinds, withholdingKinds } from '#features/documents/rules/tax-kinds.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'

type BrokenDownAmount = {
  readonly amountMinor: bigint
  readonly chargeMinor: bigint
  readonly breakdown: Breakdown | null
}

/** Fields of the content: none for an order without a breakdown, whose digest stays as it always was. */
export function breakdownContent({ amountMinor, chargeMinor, breakdown }: BrokenDownAmount): RevisionContent {
  if (breakdown === null) return {}
  const { withholding } = breakdown
  return {
    taxLines: breakdown.taxLines.map(line => lineText(line, line.taxMinor)),
    disbursementsMinor: minorToText(breakdown.disbursementsMinor),
    withholding: withholding && lineText(withholding, withholding.withheldMinor),
    prepaidMinor: minorToText(breakdown.prepaidMinor),
    roundingMinor: minorToText(breakdown.roundingMinor),
    chargeMinor: minorToText(chargeMinor),
    payableMinor: minorToText(payableMinor(amountMinor, breakdown)),
  }
}

/** The breakdown that a content says; null for a content without one. */
export function breakdownFromContent(content: RevisionContent): Breakdown | null {
  const { taxLines, withholding } = content
  if (!Array.isArray(taxLines)) return null
  const kept = typeof withholding === 'string' ? lineFromText(withholding, withholdingKinds) : null
  return {
    taxLines: taxLines.map(text => {
      const { lastMinor, ...line } = lineFromText(text, taxKinds)
      return { ...line, taxMinor: lastMinor }
    }),
    disbursementsMinor: minorIn(content, 'disbursementsMinor'),
    withholding: kept && {
      kind: kept.kind,
      rate: kept.rate,
      baseMinor: kept.baseMinor,
      withheldMinor: kept.lastMinor,
    },
    prepaidMinor: minorIn(content, 'prepaidMinor'),
    roundingMinor: minorIn(content, 'roundingMinor'),
  }
}

type Line = { readonly kind: string; readonly rate: number; readonly baseMinor: bigint }

const lineText = ({ kind, rate, baseMinor }: Line, lastMinor: bigint): string =>
  [kind, rate, minorToText(baseMinor), minorToText(lastMinor)].join(' ')

function lineFromText<Kind extends string>(text: string, kinds: readonly Kind[]) {
  const [kindText, rate = '', base = '', last = ''] = text.split(' ')
  const kind = kinds.find(each => each === kindText)
  if (kind === undefined) throw new Error(`no line of a breakdown: ${text}`)
  return { kind, rate: Number(rate), baseMinor: minorFromText(base), lastMinor: minorFromText(last) }
}

function minorIn(content: RevisionContent, field: string): bigint {
  const digits = content[field]
  return typeof digits === 'string' ? minorFromText(digits) : 0n
}
