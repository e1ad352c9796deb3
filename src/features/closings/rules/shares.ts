/**
 * A movement of money as the accountant books it: one row for each line of tax of its order, and one for what was paid
 * on somebody's behalf. Of an order of several payments each takes its share, so that the rows of a payment add up to
 * what it moved, and the rows of all payments to the order, to the cent.
 */
import { type Breakdown, baseMinor } from '#features/documents/rules/breakdown.ts'
import { type TaxKind, type WithholdingKind, withholdingKinds } from '#features/documents/rules/tax-kinds.ts'

export { withholdingKinds }

/** Amounts in minor units; below zero for what takes back: a returned payment, a credit note. */
export type MovementRow = {
  /** Null for an order that does not say what its amount is made of. */
  readonly tax: { readonly kind: TaxKind; readonly rate: number } | 'disbursements' | null
  /** Zero for a surcharge, whose base is that of another row. */
  readonly baseMinor: bigint
  readonly taxMinor: bigint
  readonly withheldMinor: bigint
  /** Rounding, less the amount paid before. */
  readonly adjustmentMinor: bigint
  /** Base and tax, less what is withheld, with the adjustment: what the bank moves. */
  readonly payableMinor: bigint
}

export type Moved = {
  readonly amountMinor: bigint
  readonly breakdown: Breakdown | null
  /** Amounts of the order's payments, in their order: one for an order that is paid at once. */
  readonly planMinor: readonly bigint[]
  /** Number of the payment that moved, from one. */
  readonly payment: number
  /** True for a returned payment and a credit note. */
  readonly takesBack: boolean
}

type Parts = Omit<MovementRow, 'payableMinor'>

/** Rows of a movement; there is at least one. */
export function movementRows(moved: Moved): MovementRow[] {
  const rows = orderParts(moved)
  const flat = rows.flatMap(row => [row.baseMinor, row.taxMinor, -row.withheldMinor, row.adjustmentMinor])
  const shares = divideAmong(flat, moved)
  const sign = moved.takesBack ? -1n : 1n
  const share = (row: number, column: number) => sign * (shares[row * 4 + column] ?? 0n)
  return rows.map(({ tax }, row) => ({
    tax,
    baseMinor: share(row, 0),
    taxMinor: share(row, 1),
    withheldMinor: -share(row, 2),
    adjustmentMinor: share(row, 3),
    payableMinor: share(row, 0) + share(row, 1) + share(row, 2) + share(row, 3),
  }))
}

/** Rows of the whole order. */
function orderParts({ amountMinor, breakdown }: Moved): Parts[] {
  const none = { taxMinor: 0n, withheldMinor: 0n, adjustmentMinor: 0n }
  if (breakdown === null) return [{ tax: null, baseMinor: amountMinor, ...none }]
  const { taxLines, disbursementsMinor, prepaidMinor, roundingMinor } = breakdown
  const withheld = withheldByLine(breakdown)
  const rows: Parts[] = [
    ...taxLines.map((line, index) => ({
      tax: { kind: line.kind, rate: line.rate },
      baseMinor: line.kind === 'recargo' ? 0n : line.baseMinor,
      taxMinor: line.taxMinor,
      withheldMinor: withheld[index] ?? 0n,
      adjustmentMinor: 0n,
    })),
    ...(disbursementsMinor === 0n
      ? []
      : [{ tax: 'disbursements' as const, baseMinor: disbursementsMinor, ...none }]),
  ]
  const [first = { tax: null, baseMinor: amountMinor, ...none }, ...others] = rows
  return [{ ...first, adjustmentMinor: roundingMinor - prepaidMinor }, ...others]
}

/** Withheld amount of each line, in proportion to their bases. */
function withheldByLine({ taxLines, withholding }: Breakdown): bigint[] {
  const whole = baseMinor({ taxLines })
  if (withholding === null || whole === 0n) return taxLines.map(() => 0n)
  let before = 0n
  let given = 0n
  return taxLines.map(line => {
    before += line.kind === 'recargo' ? 0n : line.baseMinor
    const upTo = (withholding.withheldMinor * before) / whole
    const own = upTo - given
    given = upTo
    return own
  })
}

/** Withholding of a movement, below zero for what takes back; null for an order without withholding. */
export type Withheld = {
  readonly kind: WithholdingKind
  readonly rate: number
  readonly baseMinor: bigint
  readonly withheldMinor: bigint
}

export function withheldBy(moved: Moved): Withheld | null {
  const withholding = moved.breakdown?.withholding ?? null
  if (withholding === null) return null
  const [base = 0n] = divideAmong([withholding.baseMinor], moved)
  return {
    kind: withholding.kind,
    rate: withholding.rate,
    baseMinor: moved.takesBack ? -base : base,
    withheldMinor: sum(movementRows(moved).map(row => row.withheldMinor)),
  }
}

/**
 * Share that a payment takes of each part. The sums of the first parts are divided, so that shares add up to the payment
 * across parts, and to the part across payments; a part of zero has shares of zero.
 */
function divideAmong(parts: readonly bigint[], { planMinor, payment }: Moved): bigint[] {
  const whole = sum(planMinor)
  const before = sum(planMinor.slice(0, payment - 1))
  const after = before + (planMinor[payment - 1] ?? 0n)
  const within = (minor: bigint) => (minor * after) / whole - (minor * before) / whole
  let parted = 0n
  return parts.map(part => {
    const former = within(parted)
    parted += part
    return within(parted) - former
  })
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n)
