import { expect, test } from 'vitest'
import { type AttentionFacts, attentionFor, totalPerCurrency } from '#features/approvals/rules/bulk.ts'
import { bankWarningDays } from '#features/providers/rules.ts'
import { money } from '#kernel/money.ts'

const euros = (minor: bigint) => money(minor, 'EUR')
const plain: AttentionFacts = {
  type: 'gasto',
  isCreditNote: false,
  charge: euros(100n),
  balance: { total: euros(1000n), requested: euros(900n), committed: euros(500n), used: euros(400n) },
  exceedsCentre: false,
  alike: 0,
  isProviderOff: false,
  isPaidBefore: true,
  bankChangedDays: null,
  isAccountShared: false,
  isCurrentRevision: true,
}

test.each([
  ['what holds no surprise is approved among others', {}, []],
  ['to the last cent of the contract', { charge: euros(100n) }, []],
  ['a cent beyond it', { charge: euros(101n) }, ['over_budget']],
  ['what looks like another', { alike: 1 }, ['duplicate']],
  ['another revision than the one that was seen', { isCurrentRevision: false }, ['changed']],
  ['a provider that was never paid', { isPaidBefore: false }, ['first_payment']],
  ['a provider that was switched off', { isProviderOff: true }, ['provider_off']],
  ['an account that changed today', { bankChangedDays: 0 }, ['bank_changed']],
  ['an account that changed a month ago', { bankChangedDays: bankWarningDays }, ['bank_changed']],
  ['an account that another provider has', { isAccountShared: true }, ['shared_account']],
  ['an account that changed longer ago', { bankChangedDays: bankWarningDays + 1 }, []],
  [
    'an invoice is paid to nobody',
    { type: 'emision', isPaidBefore: false, bankChangedDays: 1, isAccountShared: true },
    [],
  ],
  [
    'everything at once, the gravest first',
    { alike: 2, isCurrentRevision: false, isPaidBefore: false, bankChangedDays: 3, charge: euros(5000n) },
    ['changed', 'over_budget', 'duplicate', 'bank_changed', 'first_payment'],
  ],
] as const)('approving together: %s', (_, over, reasons) => {
  expect(attentionFor({ ...plain, ...over })).toEqual(reasons)
})

test('two currencies are never added', () => {
  const amounts = [euros(1n), money(5n, 'USD'), euros(2n)]
  expect(totalPerCurrency(amounts)).toEqual([euros(3n), money(5n, 'USD')])
  expect(totalPerCurrency([])).toEqual([])
})
