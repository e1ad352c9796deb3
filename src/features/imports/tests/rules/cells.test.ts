// Texts that people type into cells are read in one way, or said to be unclear.
import { describe, expect, test } from 'vitest'
import {
  addresses,
  listed,
  readAmount,
  readChoice,
  readCurrency,
  readDay,
  readPercent,
  readTaxRate,
} from '#features/imports/rules/cells.ts'
import { orderAmounts } from '#features/imports/rules/order-amounts.ts'

describe('a cell is a value, nothing, or a fault', () => {
  test.each([
    ['1.234,5', '123450'],
    ['1234,50 €', '123450'],
    [' ', null],
    ['1,234.50', 'fault'],
    ['-3', 'fault'],
    ['0', 'fault'],
    ['=1+1', 'fault'],
  ])('amount %j', (text, expected) => {
    const { value, fault } = readAmount(text, 'EUR')
    expect(fault === null ? value : 'fault').toBe(expected)
  })

  test.each([
    ['1/2/2026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['', null],
    ['31/02/2026', 'fault'],
    ['46054', 'fault'],
  ])('day %j', (text, expected) => {
    const { value, fault } = readDay(text)
    expect(fault === null ? value : 'fault').toBe(expected)
  })

  test.each([
    ['21', 2100, 2100],
    ['21 %', 2100, 2100],
    ['5,25', 525, 525],
    ['0', 0, 0],
    // A part of one is what a spreadsheet keeps of a cell of per cent.
    ['0,21', 21, 2100],
    ['0,052', 'fault', 520],
    ['', null, null],
    ['101', 'fault', 'fault'],
    ['-1', 'fault', 'fault'],
    ['x', 'fault', 'fault'],
  ])('per cent %j, and as the rate of a tax', (text, percent, rate) => {
    const said = [readPercent(text), readTaxRate(text)].map(({ value, fault }) => (fault ? 'fault' : value))
    expect(said).toEqual([percent, rate])
  })

  test('currencies and words of a list', () => {
    expect([readCurrency(' eur ').value, readCurrency('€').value]).toEqual(['EUR', 'EUR'])
    expect(readCurrency('BTC').fault).toContain('EUR')
    const names = { gasto: ['Pago', 'Gasto'], emision: ['Emisión'] } as const
    expect([readChoice('PAGO', names).value, readChoice('emision', names).value]).toEqual([
      'gasto',
      'emision',
    ])
    expect(readChoice('regalo', names).fault).toBe('Escribe «Pago» o «Emisión»')
  })

  test('several things, whose names may have commas where semicolons keep them apart', () => {
    expect(listed('Uno, S.A.; Dos')).toEqual(['Uno, S.A.', 'Dos'])
    expect(listed('Uno, Dos')).toEqual(['Uno', 'Dos'])
    expect(addresses('Ana@X.es; b@x.es,ana@x.es')).toEqual(['ana@x.es', 'b@x.es'])
  })
})

describe('an amount and what it is made of', () => {
  const cells = { amount: null, base: null, vat: null, irpf: null }
  const read = (over: Partial<Parameters<typeof orderAmounts>[0]>) =>
    orderAmounts({ ...cells, ...over }, 'EUR')

  test.each([
    [{ amount: '12100' }, '12100', '12100'],
    [{ base: '10000', vat: 2100 }, '12100', '12100'],
    [{ amount: '12100', vat: 2100 }, '12100', '12100'],
    [{ base: '10000', vat: 2100, irpf: 1500 }, '12100', '10600'],
    [{ base: '10000', vat: 0, irpf: 1900 }, '10000', '8100'],
    // An invoice rounds its tax by a cent.
    [{ amount: '4034', base: '3333', vat: 2100 }, '4034', '4034'],
  ])('%j is a total of %s, of which %s is paid', (over, total, payable) => {
    expect(read(over)).toMatchObject({ amountMinor: total, payableMinor: payable })
  })

  test.each([
    [{}, 'amount'],
    [{ base: '10000' }, 'vat'],
    [{ amount: '10000', irpf: 1500 }, 'vat'],
    [{ amount: '12000', base: '10000', vat: 2100 }, 'amount'],
  ])('%j does not say it: %s', (over, field) => {
    expect(read(over)).toMatchObject({ faults: [{ field }] })
  })
})
