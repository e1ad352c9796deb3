import { expect, test } from 'vitest'
import { type ContractOffer, proposeContract } from '#features/invoices/rules/matching.ts'

const contract = (contractId: string, more: Partial<ContractOffer> = {}): ContractOffer => ({
  contractId,
  currency: 'EUR',
  isActive: true,
  projectIds: [`project of ${contractId}`],
  ...more,
})
const order = (contractId: string, projectId = `project of ${contractId}`) => ({ contractId, projectId })

test('the only active contract is proposed, with its only project', () => {
  expect(proposeContract('EUR', [contract('a'), contract('b', { isActive: false })], [order('b')])).toEqual({
    contractId: 'a',
    projectId: 'project of a',
    why: 'only_contract',
  })
})

test('of several it is that of the last order on one of them', () => {
  const all = [contract('a'), contract('b')]
  expect(proposeContract('EUR', all, [order('gone'), order('b'), order('a')])).toEqual({
    contractId: 'b',
    projectId: 'project of b',
    why: 'last_order',
  })
  expect(proposeContract('EUR', all, [])).toBeNull()
  expect(proposeContract('EUR', [], [order('a')])).toBeNull()
})

test('contracts in the invoice’s currency come first; another is proposed only without them', () => {
  const dollars = contract('usd', { currency: 'USD' })
  expect(proposeContract('EUR', [dollars, contract('eur')], [order('usd')])?.contractId).toBe('eur')
  expect(proposeContract('EUR', [dollars], [])?.contractId).toBe('usd')
})

test('of several projects it is that of the last order, and none when no order says', () => {
  const wide = contract('a', { projectIds: ['one', 'two'] })
  expect(proposeContract('EUR', [wide], [order('a', 'left'), order('a', 'two')])?.projectId).toBe('two')
  expect(proposeContract('EUR', [wide], [])?.projectId).toBeNull()
})
