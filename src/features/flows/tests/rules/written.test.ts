import { expect, test } from 'vitest'
import { noConditions } from '#features/flows/rules/conditions.ts'
import { ruleFromStored, storeRule, writtenFromStored } from '#features/flows/rules/written.ts'
import { asksTooMany, type Rule } from '#features/flows/rules.ts'
import { money } from '#kernel/money.ts'

const rule: Rule = {
  id: 'r1',
  name: 'Pagos grandes',
  conditions: { ...noConditions, from: money(100n, 'EUR') },
  stages: [
    {
      name: 'Dirección',
      turn: 1,
      mode: 'any',
      quorum: null,
      approvers: { kind: 'users', userIds: ['dora'] },
      deputy: null,
    },
  ],
}
const further: Rule = {
  ...rule,
  conditions: { ...rule.conditions, clientIds: ['norte'], requesterIds: ['luis'], taxCategories: ['irpf'] },
}

test('a rule is read as it was stored', () => {
  for (const each of [rule, further]) {
    const stored = JSON.parse(JSON.stringify(storeRule(each)))
    expect(ruleFromStored(stored)).toEqual(each)
  }
})

test('a rule of a release before asks nothing further, and is stored as that release reads it', () => {
  const stored = storeRule(rule)
  expect(Object.keys(stored.conditions)).not.toContain('clientIds')
  expect(writtenFromStored(stored).conditions).toMatchObject({
    clientIds: [],
    requesterIds: [],
    taxCategories: [],
  })
})

test('a program that does not know a condition asks nobody for the approval, and does not publish the rule', () => {
  const { conditions, stages } = storeRule(further)
  expect(conditions).toMatchObject({ from: { minor: '100', currency: 'EUR' } })
  expect(stages).toMatchObject([{ mode: 'any', approvers: { kind: 'users', userIds: [] } }])
  expect(stages.every(asksTooMany)).toBe(true)
})
