import { expect, test } from 'vitest'
import { breakdownProblems } from '#features/documents/rules/breakdown.ts'
import { type Taxes, type TaxPart, toBreakdown } from '#features/invoices/readers/tax-parts.ts'

const iva = (baseMinor: bigint, taxMinor: bigint, rate: string | null = '21'): TaxPart => ({
  kind: 'iva',
  rate,
  baseMinor,
  taxMinor,
})
const surcharge = (baseMinor: bigint, taxMinor: bigint): TaxPart => ({
  kind: 'recargo',
  rate: '5.2',
  baseMinor,
  taxMinor,
})
const broken = (over: Partial<Taxes>) =>
  toBreakdown({
    taxes: [],
    withheld: [],
    disbursementsMinor: 0n,
    prepaidMinor: 0n,
    roundingMinor: 0n,
    guaranteeMinor: 0n,
    ...over,
  })

test('lines of one kind and rate become one', () => {
  const { breakdown } = broken({ taxes: [iva(10_000n, 2100n), iva(5000n, 500n, '10'), iva(2000n, 420n)] })
  expect(breakdown?.taxLines).toEqual([
    { kind: 'iva', rate: 2100, baseMinor: 12_000n, taxMinor: 2520n },
    { kind: 'iva', rate: 1000, baseMinor: 5000n, taxMinor: 500n },
  ])
})

test('lines that were each rounded stay apart where their sum would be off its rate', () => {
  // 0.50 of tax too much in each: sound by itself, two units too much together.
  const taxes = [iva(10n, 3n), iva(10n, 3n), iva(10n, 3n), iva(10n, 3n)]
  const { breakdown } = broken({ taxes })
  expect(breakdown?.taxLines).toHaveLength(4)
  expect(breakdown && breakdownProblems(52n, breakdown)).toEqual([])
})

test('surcharges are merged with the lines of their bases, and only with all of them', () => {
  const pair = (base: bigint) => [iva(base, (base * 21n) / 100n), surcharge(base, (base * 52n) / 1000n)]
  const { breakdown } = broken({ taxes: Array.from({ length: 5 }, () => pair(10_000n)).flat() })
  expect(breakdown?.taxLines).toEqual([
    { kind: 'iva', rate: 2100, baseMinor: 50_000n, taxMinor: 10_500n },
    { kind: 'recargo', rate: 520, baseMinor: 50_000n, taxMinor: 2600n },
  ])
  const partly = broken({ taxes: [...pair(10_000n), iva(2000n, 420n)] })
  expect(partly.breakdown?.taxLines).toHaveLength(3)
})

test('a withholding of nothing is none, whatever its rate', () => {
  const withheld = [{ kind: 'irpf' as const, rate: '15.005', baseMinor: 100n, withheldMinor: 0n }]
  expect(broken({ taxes: [iva(100n, 21n)], withheld }).breakdown).toMatchObject({ withholding: null })
})

test.each([
  ['retained_guarantee', { taxes: [iva(100n, 21n)], guaranteeMinor: 1n }],
  ['not_in_file', {}],
  ['odd_rate', { taxes: [iva(100n, 21n, '21.005')] }],
  ['odd_rate', { taxes: [iva(100n, 0n, '-1')] }],
  ['many_lines', { taxes: Array.from({ length: 9 }, (_, index) => iva(100n, BigInt(index), String(index))) }],
  [
    'many_withholdings',
    {
      taxes: [iva(100n, 21n)],
      withheld: ['7', '15'].map(rate => ({
        kind: 'irpf' as const,
        rate,
        baseMinor: 100n,
        withheldMinor: 7n,
      })),
    },
  ],
])('there is no breakdown for the reason %s', (unbroken, taxes) => {
  expect(broken(taxes)).toEqual({ breakdown: null, unbroken })
})
