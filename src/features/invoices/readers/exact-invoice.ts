/** The invoice that an XML file says: all of it exact. A credit note's amounts are positive, however the file has them. */
import type { Breakdown } from '#features/documents/rules/breakdown.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { type ReceivedInvoice, trustAll } from '#features/invoices/rules/received.ts'

export type ReadFields = Omit<ReceivedInvoice, 'trust' | 'qr' | 'claims' | 'signature' | 'isCreditNote'> & {
  readonly totalMinor: bigint
}

/** `isCredit`: the file calls itself a credit note. One that does not, and has a negative total, is one all the same. */
export function exactInvoice(fields: ReadFields, isCredit: boolean): ReceivedInvoice {
  const isNegative = fields.totalMinor < 0n
  if (isCredit && isNegative) throw new Unreadable('negative_credit_note')
  return {
    ...(isNegative ? negated(fields) : fields),
    trust: trustAll('exact'),
    isCreditNote: isCredit || isNegative,
    qr: null,
    claims: [],
    signature: null,
  }
}

function negated(fields: ReadFields): ReadFields {
  const { totalMinor, breakdown, payableMinor, dues, lines } = fields
  return {
    ...fields,
    totalMinor: -totalMinor,
    breakdown: breakdown && negatedBreakdown(breakdown),
    payableMinor: negate(payableMinor),
    dues: dues.map(due => ({ ...due, amountMinor: negate(due.amountMinor) })),
    lines: lines.map(line => ({ ...line, amountMinor: negate(line.amountMinor) })),
  }
}

const negate = (minor: bigint | null): bigint | null => (minor === null ? null : -minor)

function negatedBreakdown({ taxLines, withholding, ...rest }: Breakdown): Breakdown {
  return {
    taxLines: taxLines.map(line => ({ ...line, baseMinor: -line.baseMinor, taxMinor: -line.taxMinor })),
    withholding: withholding && {
      ...withholding,
      baseMinor: -withholding.baseMinor,
      withheldMinor: -withholding.withheldMinor,
    },
    disbursementsMinor: -rest.disbursementsMinor,
    prepaidMinor: -rest.prepaidMinor,
    roundingMinor: -rest.roundingMinor,
  }
}
