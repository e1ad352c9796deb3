import { expect, test } from 'vitest'
import { noConditions } from '#features/flows/rules/conditions.ts'
import { firstUnsatisfiableStage, rulesNaming, withSuccessor } from '#features/flows/rules/succession.ts'
import type { Deputy, Rule } from '#features/flows/rules.ts'

const conditions = noConditions
const rule = (
  userIds: readonly string[],
  quorum: number | null = null,
  deputy: Deputy | null = null,
): Rule => ({
  id: userIds.join(),
  name: userIds.join(),
  conditions,
  stages: [{ name: 'Etapa', turn: 1, mode: 'quorum', quorum, approvers: { kind: 'users', userIds }, deputy }],
})

test('a successor is a deputy in the leaver’s place, but not where they approve already', () => {
  const deputy = { userId: 'ana', afterDays: 3 }
  const rules = [rule(['luis'], null, deputy), rule(['eva'], null, deputy)]
  expect(rulesNaming(rules, 'ana')).toHaveLength(2)
  expect(withSuccessor(rules, 'ana', 'eva').map(({ stages }) => stages[0]?.deputy)).toEqual([
    { userId: 'eva', afterDays: 3 },
    null,
  ])
})

test('a successor stands wherever the leaver stood, once, and nowhere else', () => {
  const rules = [rule(['ana', 'luis']), rule(['zoe']), rule(['ana', 'eva'])]
  expect(rulesNaming(rules, 'ana').map(({ name }) => name)).toEqual(['ana,luis', 'ana,eva'])
  const named = withSuccessor(rules, 'ana', 'eva').map(({ stages }) => stages[0]?.approvers)
  expect(named).toEqual([
    { kind: 'users', userIds: ['eva', 'luis'] },
    { kind: 'users', userIds: ['zoe'] },
    { kind: 'users', userIds: ['eva'] },
  ])
})

test('a quorum that one person fewer can never reach is found', () => {
  expect(firstUnsatisfiableStage([rule(['ana', 'eva'], 2)])).toBeNull()
  expect(firstUnsatisfiableStage(withSuccessor([rule(['ana', 'eva'], 2)], 'ana', 'eva'))).toEqual({
    rule: 'ana,eva',
    stage: 'Etapa',
  })
})
