import { describe, expect, it } from 'vitest'
import {
  type Conditions,
  findings,
  hasCumulativeRule,
  mayPublish,
  meets,
  type Rule,
  ruleFor,
  type StagePlan,
  type Subject,
} from '#features/flows/rules.ts'
import { conditionWords } from '#features/flows/text.ts'
import { money } from '#kernel/money.ts'

const euros = (amount: number) => money(BigInt(amount) * 100n, 'EUR')

const asksNothing: Conditions = {
  types: [],
  projectIds: [],
  contractIds: [],
  providerIds: [],
  from: null,
  upTo: null,
  cumulativeFrom: null,
  overBudget: false,
}
const order: Subject = {
  type: 'gasto',
  projectId: 'PRJ-001',
  contractId: 'CTR-001',
  providerId: 'PRV-001',
  amount: euros(1000),
  cumulative: euros(1500),
  exceeds: false,
}

describe('conditions', () => {
  it.each<[string, Partial<Conditions>, Partial<Subject>, boolean]>([
    ['that ask nothing are met by anything', {}, {}, true],
    ['of type', { types: ['emision'] }, {}, false],
    ['of both types', { types: ['emision', 'gasto'] }, {}, true],
    ['of project', { projectIds: ['PRJ-002'] }, {}, false],
    ['of contract', { contractIds: ['CTR-001', 'CTR-009'] }, {}, true],
    ['of provider', { providerIds: ['PRV-002'] }, {}, false],
    ['from an amount, itself included', { from: euros(1000) }, {}, true],
    ['from a larger amount', { from: euros(1001) }, {}, false],
    ['up to an amount, itself included', { upTo: euros(1000) }, {}, true],
    ['up to a smaller amount', { upTo: euros(999) }, {}, false],
    ['of an amount in another currency, which reaches every threshold', { from: money(1n, 'USD') }, {}, true],
    ['of a sum in another currency', { cumulativeFrom: money(1n, 'USD') }, {}, true],
    [
      'of an amount in another currency, which stays below none',
      { upTo: money(9_999_999n, 'USD') },
      {},
      false,
    ],
    ['of what was asked in thirty days', { cumulativeFrom: euros(1500) }, {}, true],
    ['of more than was asked in thirty days', { cumulativeFrom: euros(1501) }, {}, false],
    ['over budget, when it fits', { overBudget: true }, {}, false],
    ['over budget, when it does not', { overBudget: true }, { exceeds: true }, true],
    ['of which one fails', { types: ['gasto'], from: euros(2000) }, {}, false],
  ])('%s', (_, conditions, subject, met) => {
    expect(meets({ ...order, ...subject }, { ...asksNothing, ...conditions })).toBe(met)
  })

  it('are read as a sentence by whoever has to approve', () => {
    const asked = { ...asksNothing, types: ['gasto' as const], from: euros(10_000), providerIds: ['PRV-001'] }
    expect(conditionWords(asked)).toBe('pedidos de pago, proveedor PRV-001, monto desde 10.000\u00a0€')
    expect(conditionWords(asksNothing)).toBe('todos los pedidos')
  })
})

const stage: StagePlan = {
  name: 'Dirección',
  turn: 1,
  mode: 'any',
  quorum: null,
  approvers: { kind: 'users', userIds: ['dora'] },
}
const rule = (name: string, conditions: Partial<Conditions>, over: Partial<StagePlan> = {}): Rule => ({
  id: name,
  name,
  conditions: { ...asksNothing, ...conditions },
  stages: [{ ...stage, ...over }],
})

describe('a flow', () => {
  it('gives the first rule that the order meets, in order of priority', () => {
    const rules = [rule('small', { upTo: euros(10) }), rule('pay', { types: ['gasto'] }), rule('any', {})]
    expect(ruleFor({ version: 1, rules }, order)?.name).toBe('pay')
    expect(ruleFor({ version: 1, rules: rules.slice(0, 1) }, order)).toBeNull()
  })

  it('looks back only when some rule sums what was asked before', () => {
    expect(hasCumulativeRule({ version: 1, rules: [rule('any', {})] })).toBe(false)
    expect(hasCumulativeRule({ version: 1, rules: [rule('any', { cumulativeFrom: euros(1) })] })).toBe(true)
  })
})

describe('publishing', () => {
  const known = { approverIds: ['dora'], projectIds: ['PRJ-001'], contractIds: [], providerIds: [] }
  it.each<[Rule, true | string]>([
    [rule('good', { projectIds: ['PRJ-001'] }), true],
    [rule('of a project that is not there', { projectIds: ['PRJ-777'] }), 'unknown_place'],
    [rule('upside down', { from: euros(2), upTo: euros(1) }), 'band_upside_down'],
    [rule('in two currencies', { from: euros(1), upTo: money(5n, 'USD') }), 'band_upside_down'],
    [rule('of a stranger', {}, { approvers: { kind: 'users', userIds: ['zoe'] } }), 'unknown_person'],
    [rule('of too many', {}, { mode: 'quorum', quorum: 2 }), 'quorum_too_large'],
  ])('$name', (given, answer) => {
    const may = mayPublish([given], known)
    expect(may === true ? true : may.refused).toBe(answer)
  })

  it('is told everything that stands in its way, each at its field', () => {
    const lost = rule('lost', { providerIds: ['PRV-9'] }, { mode: 'quorum', quorum: 2 })
    expect(findings([rule('good', {}), lost], known)).toMatchObject([
      { pointer: '/rules/1/conditions/providerIds', refusal: { refused: 'unknown_place' } },
      { pointer: '/rules/1/stages/0/quorum', refusal: { facts: { rule: 'lost', stage: 'Dirección' } } },
    ])
  })
})
