import { expect, test } from 'vitest'
import { noConditions } from '#features/flows/rules/conditions.ts'
import { ruleFromStored, storeRule, writtenFromStored } from '#features/flows/rules/written.ts'
import type { Rule } from '#features/flows/rules.ts'
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

const centred: Rule = { ...further, conditions: { ...further.conditions, costCentreIds: ['obras'] } }
const ofCentreAlone: Rule = { ...rule, conditions: { ...rule.conditions, costCentreIds: ['sin_centro'] } }

test('a rule is read as it was stored', () => {
  for (const each of [rule, further, centred, ofCentreAlone]) {
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
    costCentreIds: [],
  })
})

const ofNobody = {
  mode: 'any',
  approvers: { kind: 'users', userIds: ['00000000-0000-0000-0000-000000000000'] },
}

test('a program that does not know a condition asks nobody for the approval, and does not publish the rule', () => {
  for (const each of [further, centred, ofCentreAlone]) {
    const { conditions, stages } = storeRule(each)
    expect(conditions).toMatchObject({ from: { minor: '100', currency: 'EUR' } })
    expect(stages).toMatchObject([ofNobody])
  }
})

test('a program that knows clients and taxes but no centres asks nobody for a rule of a centre', () => {
  for (const each of [centred, ofCentreAlone]) {
    const { further: known } = storeRule(each)
    expect(known?.stages).toMatchObject([ofNobody])
    expect(Object.keys(known?.conditions ?? {})).toEqual(['clientIds', 'requesterIds', 'taxCategories'])
  }
  expect(storeRule(further).further).toMatchObject({ stages: rule.stages })
})
