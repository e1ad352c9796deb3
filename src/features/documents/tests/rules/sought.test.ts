import { describe, expect, test } from 'vitest'
import { soughtAmounts } from '#features/documents/rules/sought.ts'

const euros = (text: string) => {
  const found = soughtAmounts(text).find(({ currencies }) => currencies.includes('EUR'))
  return found && [found.from, found.to]
}

describe('a figure that is searched', () => {
  test.each([
    ['1.250,00', 125000n, 125000n],
    ['1250,5', 125050n, 125050n],
    ['1250.5', 125050n, 125050n],
    ['1250.50', 125050n, 125050n],
    ['1,250.50', 125050n, 125050n],
    ['1250', 125000n, 125099n],
    ['1.250', 125000n, 125099n],
    ['1,250', 125000n, 125099n],
    [' 1 250,00 € ', 125000n, 125000n],
    ['0,01', 1n, 1n],
  ])('%s is an amount', (text, from, to) => {
    expect(euros(text)).toEqual([from, to])
  })

  test.each([
    '',
    'obra',
    'DOC-003',
    '-5',
    '0',
    '0,00',
    '1e5',
    'NaN',
    'Infinity',
    '1,2,3',
    '1.2.3',
    '..',
    ',',
    '%',
    '1250,505',
    '١٢٥٠',
    '1250 1300 obra',
    '9'.repeat(100),
    "1250' or true",
  ])('%j is none', text => {
    expect(soughtAmounts(text)).toEqual([])
  })

  test('is of a currency without decimals what it is, and of the one that is named alone', () => {
    const pesos = soughtAmounts('1250').find(({ currencies }) => currencies.includes('CLP'))
    expect(pesos).toEqual({ from: 1250n, to: 1250n, currencies: ['CLP'] })
    expect(soughtAmounts('1.250 €')).toEqual([{ from: 125000n, to: 125099n, currencies: ['EUR'] }])
    expect(soughtAmounts('1250,5').flatMap(({ currencies }) => currencies)).not.toContain('CLP')
  })
})
