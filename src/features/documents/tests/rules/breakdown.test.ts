import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Breakdown,
  baseMinor,
  breakdownProblems,
  chargeMinor,
  lineFromBase,
  lineFromTotal,
  payableMinor,
  type TaxLine,
  taxMinor,
  withholdingFrom,
} from '#features/documents/rules/breakdown.ts'
import { breakdownContent, breakdownFromContent } from '#features/documents/rules/breakdown-content.ts'
import { breakdownFromDigits, breakdownToDigits } from '#features/documents/rules/breakdown-digits.ts'
import { taxKinds } from '#features/documents/rules/tax-kinds.ts'
import { offeredRates } from '#features/documents/rules/tax-rates.ts'
import { currencies, shareMinor } from '#kernel/money.ts'

const plain: Breakdown = {
  taxLines: [],
  disbursementsMinor: 0n,
  withholding: null,
  prepaidMinor: 0n,
  roundingMinor: 0n,
}

/** Fee of 1.000 € with 21 % of IVA and 15 % of IRPF. */
const fee: Breakdown = {
  ...plain,
  taxLines: [lineFromBase('iva', 2100, 100_000n)],
  withholding: { kind: 'irpf', rate: 1500, baseMinor: 100_000n, withheldMinor: 15_000n },
}

const faults = (amountMinor: bigint, breakdown: Breakdown) =>
  breakdownProblems(amountMinor, breakdown).map(({ fault, path, offMinor }) => [
    fault,
    path.join('.'),
    offMinor,
  ])

const minor = fc.bigInt(1n, 10n ** 12n)
const rate = fc.integer({ min: 0, max: 10_000 })
const taxed = fc.constantFrom('iva' as const, 'igic' as const, 'ipsi' as const, 'otro' as const)
const line = fc.tuple(taxed, rate, minor).map(([kind, at, base]) => lineFromBase(kind, at, base))
const sound = fc
  .record({
    taxLines: fc.array(line, { minLength: 1, maxLength: 8 }),
    disbursementsMinor: fc.bigInt(0n, 10n ** 9n),
    withheldAt: fc.option(fc.integer({ min: 1, max: 3000 })),
  })
  .map(({ withheldAt, ...parts }) => {
    const withholding = withheldAt === null ? null : withholdingFrom('irpf', withheldAt, parts)
    const breakdown: Breakdown = { ...plain, ...parts, withholding }
    return { breakdown, amountMinor: partsAdded(breakdown) }
  })

const partsAdded = (breakdown: Breakdown) =>
  baseMinor(breakdown) + taxMinor(breakdown) + breakdown.disbursementsMinor

describe('a part of an amount at a rate', () => {
  test.each([
    [3333n, 2100, 700n],
    [50n, 100, 1n],
    [49n, 100, 0n],
    [-50n, 100, -1n],
    [-49n, 100, 0n],
    [0n, 2100, 0n],
    [10n ** 14n, 10_000, 10n ** 14n],
  ])('%d at %d basis points is %d, halves away from zero', (amount, at, part) => {
    expect(shareMinor(amount, at)).toBe(part)
  })
})

describe('a breakdown', () => {
  test('is sound to the cent, and not a cent beside it', () => {
    fc.assert(
      fc.property(sound, fc.bigInt(-1000n, 1000n), ({ breakdown, amountMinor }, off) => {
        fc.pre(amountMinor + off > 0n)
        const found = breakdownProblems(amountMinor + off, breakdown)
        const unsound = found.filter(({ fault }) => fault === 'does_not_add_up')
        expect(unsound.map(({ offMinor }) => offMinor)).toEqual(off === 0n ? [] : [-off])
        if (off === 0n) expect(found).toEqual([])
      }),
    )
  })

  test('allows one minor unit of rounding in each tax and in what is withheld, and no more', () => {
    const withTax = (tax: bigint) => ({
      ...fee,
      taxLines: [{ kind: 'iva', rate: 2100, baseMinor: 100_000n, taxMinor: tax }] satisfies TaxLine[],
    })
    expect(faults(121_001n, withTax(21_001n))).toEqual([])
    expect(faults(120_999n, withTax(20_999n))).toEqual([])
    expect(faults(121_002n, withTax(21_002n))).toEqual([['tax_off_rate', 'taxLines.0.taxMinor', 2n]])
    expect(faults(120_998n, withTax(20_998n))).toEqual([['tax_off_rate', 'taxLines.0.taxMinor', -2n]])
    const withheld = (withheldMinor: bigint): Breakdown => ({
      ...fee,
      withholding: { kind: 'irpf', rate: 1500, baseMinor: 100_000n, withheldMinor },
    })
    expect(faults(121_000n, withheld(15_001n))).toEqual([])
    expect(faults(121_000n, withheld(15_002n))).toEqual([
      ['withheld_off_rate', 'withholding.withheldMinor', 2n],
    ])
  })

  test('taxes the base of an IVA line once more with its surcharge, which counts no base', () => {
    const lines = [lineFromBase('iva', 2100, 100_000n), lineFromBase('recargo', 520, 100_000n)]
    expect(faults(126_200n, { ...plain, taxLines: lines })).toEqual([])
    expect(baseMinor({ taxLines: lines })).toBe(100_000n)
    const twice = [...lines, lineFromBase('recargo', 140, 100_000n)]
    expect(faults(127_600n, { ...plain, taxLines: twice })).toEqual([
      ['surcharge_without_line', 'taxLines.2.baseMinor', 100_000n],
    ])
    const other = [lineFromBase('iva', 2100, 100_000n), lineFromBase('recargo', 520, 99_999n)]
    expect(faults(126_200n, { ...plain, taxLines: other })).toEqual([
      ['surcharge_without_line', 'taxLines.1.baseMinor', 99_999n],
    ])
  })

  test('withholds no more than of its bases, and leaves something to pay', () => {
    const withholding = { kind: 'irpf', rate: 1500, baseMinor: 100_001n, withheldMinor: 15_000n } as const
    expect(faults(121_000n, { ...fee, withholding })).toEqual([
      ['withholding_above_base', 'withholding.baseMinor', 1n],
    ])
    expect(faults(121_000n, { ...fee, prepaidMinor: 106_000n })).toEqual([['nothing_to_pay', '', 0n]])
    expect(faults(121_000n, { ...fee, prepaidMinor: 105_999n })).toEqual([])
  })

  test('leaves nothing exempt with a tax', () => {
    const exempt: TaxLine = { kind: 'exento', rate: 0, baseMinor: 5000n, taxMinor: 0n }
    expect(faults(5000n, { ...plain, taxLines: [exempt] })).toEqual([])
    expect(faults(5001n, { ...plain, taxLines: [{ ...exempt, taxMinor: 1n }] })).toEqual([
      ['exempt_with_tax', 'taxLines.0.taxMinor', 1n],
    ])
  })

  test('rounds by a hundred minor units at most', () => {
    expect(faults(121_000n, { ...fee, roundingMinor: -100n })).toEqual([])
    expect(faults(121_000n, { ...fee, roundingMinor: 101n })).toEqual([
      ['rounding_too_large', 'roundingMinor', 101n],
    ])
  })

  test('may say what was paid before and nothing of taxes', () => {
    expect(faults(5000n, { ...plain, prepaidMinor: 1000n })).toEqual([])
    expect(chargeMinor(5000n, { ...plain, prepaidMinor: 1000n }, 'base')).toBe(5000n)
  })
})

describe('what follows from an amount', () => {
  test('a fee of 1.210 € with 150 € withheld pays 1.060 € and charges 1.210 € or 1.000 €', () => {
    expect(payableMinor(121_000n, fee)).toBe(106_000n)
    expect(chargeMinor(121_000n, fee, 'total')).toBe(121_000n)
    expect(chargeMinor(121_000n, fee, 'base')).toBe(100_000n)
  })

  test('is the amount itself where nobody breaks it down', () => {
    for (const basis of ['total', 'base'] as const) expect(chargeMinor(700n, null, basis)).toBe(700n)
    expect(payableMinor(700n, null)).toBe(700n)
  })

  test('of a sound breakdown is above zero, and the charge at most the amount', () => {
    fc.assert(
      fc.property(sound, ({ breakdown, amountMinor }) => {
        expect(breakdownProblems(amountMinor, breakdown)).toEqual([])
        expect(payableMinor(amountMinor, breakdown) > 0n).toBe(true)
        const charge = chargeMinor(amountMinor, breakdown, 'base')
        expect(charge > 0n && charge <= amountMinor).toBe(true)
      }),
    )
  })
})

describe('a line', () => {
  test('divided from its total is sound at every rate, and adds up to the total', () => {
    fc.assert(
      fc.property(taxed, rate, minor, (kind, at, total) => {
        const divided = lineFromTotal(kind, at, total)
        expect(divided.baseMinor + divided.taxMinor).toBe(total)
        expect(faults(total, { ...plain, taxLines: [divided] })).toEqual([])
      }),
    )
  })

  test('of every rate that a form offers is sound', () => {
    for (const currency of currencies)
      for (const { kind, rate: at } of offeredRates(currency).taxes) {
        expect(taxKinds).toContain(kind)
        const first = kind === 'recargo' ? [lineFromBase('iva', 2100, 3333n)] : []
        const breakdown = { ...plain, taxLines: [...first, lineFromBase(kind, at, 3333n)] }
        expect(faults(partsAdded(breakdown), breakdown)).toEqual([])
      }
  })
})

test('a breakdown is the same after the wire, and after a revision’s sealed content', () => {
  fc.assert(
    fc.property(sound, fc.bigInt(-100n, 100n), ({ breakdown, amountMinor }, roundingMinor) => {
      const rounded = { ...breakdown, roundingMinor }
      expect(breakdownFromDigits(breakdownToDigits(rounded))).toEqual(rounded)
      const content = breakdownContent({ amountMinor, chargeMinor: amountMinor, breakdown: rounded })
      expect(breakdownFromContent(JSON.parse(JSON.stringify(content)))).toEqual(rounded)
    }),
  )
  expect(
    breakdownFromContent(breakdownContent({ amountMinor: 1n, chargeMinor: 1n, breakdown: null })),
  ).toBeNull()
})
