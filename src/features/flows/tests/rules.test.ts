import { describe, expect, it } from 'vitest'
import {
  type Conditions,
  compareWith,
  conditionsMet,
  missingRateTold,
  noConditions,
  type Subject,
} from '#features/flows/rules/conditions.ts'
import {
  findings,
  hasCumulativeRule,
  mayPublish,
  type Rule,
  ruleFor,
  type StagePlan,
  type Surroundings,
} from '#features/flows/rules.ts'
import { conditionWords } from '#features/flows/text.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import { isRefusal, refuse } from '#kernel/refusal.ts'

const euros = (amount: number) => money(BigInt(amount) * 100n, 'EUR')

const someDay = dayFromInstant('2026-11-12T10:00:00Z', 'UTC')

const order: Subject = {
  type: 'gasto',
  projectId: 'PRJ-001',
  contractId: 'CTR-001',
  providerId: 'PRV-001',
  amount: euros(1000),
  clientId: 'norte',
  requesterIds: ['nuria', 'pedro'],
  taxCategories: ['iva', 'irpf'],
  costCentreId: 'obras',
  requested: [euros(500)],
  rates: { own: 'EUR', rates: new Map([['USD', { currency: 'USD', rate: '0.9', holdsFrom: someDay }]]) },
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
    ['of a cost centre', { costCentreIds: ['oficina', 'obras'] }, {}, true],
    ['of another cost centre', { costCentreIds: ['oficina'] }, {}, false],
    [
      'of a cost centre, by an order without one',
      { costCentreIds: ['obras'] },
      { costCentreId: null },
      false,
    ],
    ['of orders without a centre', { costCentreIds: ['sin_centro'] }, { costCentreId: null }, true],
    ['of orders without a centre, by one that has one', { costCentreIds: ['sin_centro'] }, {}, false],
    ['from an amount, itself included', { from: euros(1000) }, {}, true],
    ['from a larger amount', { from: euros(1001) }, {}, false],
    ['up to an amount, itself included', { upTo: euros(1000) }, {}, true],
    ['up to a smaller amount', { upTo: euros(999) }, {}, false],
    [
      'from an amount in another currency, at its rate: 1.000 € are 1.111,12 $',
      { from: money(111_112n, 'USD') },
      {},
      true,
    ],
    ['from a larger one in another currency', { from: money(111_113n, 'USD') }, {}, false],
    ['up to an amount in another currency, at its rate', { upTo: money(111_112n, 'USD') }, {}, true],
    ['up to a smaller one in another currency', { upTo: money(111_111n, 'USD') }, {}, false],
    [
      'of a sum of several currencies: 1.500 € and 100 $',
      { cumulativeFrom: euros(1590) },
      { requested: [euros(500), money(10_000n, 'USD')] },
      true,
    ],
    [
      'of more than a sum of several currencies',
      { cumulativeFrom: euros(1591) },
      { requested: [euros(500), money(10_000n, 'USD')] },
      false,
    ],
    ['of client', { clientIds: ['sur', 'norte'] }, {}, true],
    ['of another client', { clientIds: ['sur'] }, {}, false],
    ['of one of those who have asked for it', { requesterIds: ['pedro'] }, {}, true],
    ['of somebody else who asks', { requesterIds: ['zoe'] }, {}, false],
    ['of a tax that it has', { taxCategories: ['exento', 'irpf'] }, {}, true],
    ['of a tax that it has not', { taxCategories: ['exento', 'sin_desglose'] }, {}, false],
    ['of what was asked in thirty days', { cumulativeFrom: euros(1500) }, {}, true],
    ['of more than was asked in thirty days', { cumulativeFrom: euros(1501) }, {}, false],
    ['over budget, when it fits', { overBudget: true }, {}, false],
    ['over budget, when it does not', { overBudget: true }, { exceeds: true }, true],
    ['of which one fails', { types: ['gasto'], from: euros(2000) }, {}, false],
  ])('%s', (_, conditions, subject, met) => {
    expect(compareWith({ ...order, ...subject }, { ...noConditions, ...conditions })).toMatchObject({
      isMet: met,
    })
  })

  it('are read as a sentence by whoever has to approve', () => {
    const asked = {
      ...noConditions,
      types: ['gasto' as const],
      from: euros(10_000),
      providerIds: ['PRV-001'],
    }
    expect(conditionWords(asked)).toBe('pedidos de pago, proveedor PRV-001, monto desde 10.000\u00a0€')
    expect(conditionWords(noConditions)).toBe('todos los pedidos')
  })

  it.each([
    [['OBR'], 'centro de coste OBR'],
    [['OBR', 'OFI', 'sin_centro'], 'centro de coste OBR, OFI o ninguno'],
    [['sin_centro'], 'sin centro de coste'],
  ])('of the centres %s are read as %s', (costCentreIds, words) => {
    expect(conditionWords({ ...noConditions, costCentreIds })).toBe(words)
  })

  it('name, of the centres that a rule names, only the one that the order met', () => {
    const asked = { ...noConditions, costCentreIds: ['oficina', 'obras', 'sin_centro'] }
    expect(conditionsMet(asked, order).costCentreIds).toEqual(['obras'])
    expect(conditionsMet(asked, { ...order, costCentreId: null }).costCentreIds).toEqual(['sin_centro'])
  })
})

const stage: StagePlan = {
  name: 'Dirección',
  turn: 1,
  mode: 'any',
  quorum: null,
  approvers: { kind: 'users', userIds: ['dora'] },
  deputy: null,
}
const rule = (name: string, conditions: Partial<Conditions>, over: Partial<StagePlan> = {}): Rule => ({
  id: name,
  name,
  conditions: { ...noConditions, ...conditions },
  stages: [{ ...stage, ...over }],
})

describe('a flow', () => {
  it('gives the first rule that the order meets, in order of priority', () => {
    const rules = [rule('small', { upTo: euros(10) }), rule('pay', { types: ['gasto'] }), rule('any', {})]
    expect(ruleFor({ version: 1, rules }, order)).toMatchObject({ rule: { name: 'pay' } })
    expect(ruleFor({ version: 1, rules: rules.slice(0, 1) }, order)).toEqual({ rule: null, conversions: [] })
  })

  it('never skips a rule that a missing rate leaves open, only those that the order cannot meet', () => {
    const pounds = { ...order, amount: money(5n, 'GBP') }
    const rules = [
      rule('other', { clientIds: ['sur'], upTo: euros(1) }),
      rule('open', { upTo: euros(1) }),
      rule('any', {}),
    ]
    expect(ruleFor({ version: 1, rules: rules.slice(0, 1) }, pounds)).toEqual({ rule: null, conversions: [] })
    expect(ruleFor({ version: 1, rules }, pounds)).toEqual({
      refused: 'rate_missing',
      facts: { currency: 'GBP', own: 'EUR' },
    })
  })

  it('tells the conversion of the order itself, and never what others asked for', () => {
    const dollars = { ...order, requested: [money(5_000_000n, 'USD')] }
    const rules = [rule('sum', { cumulativeFrom: euros(46_000) })]
    expect(ruleFor({ version: 1, rules }, dollars)).toMatchObject({ rule: { name: 'sum' }, conversions: [] })
    const own = { ...dollars, amount: money(100n, 'USD') }
    expect(ruleFor({ version: 1, rules }, own)).toMatchObject({ conversions: [{ from: own.amount }] })
  })

  it('tells people of the company alone in which currency without a rate others have asked', () => {
    const rules = [rule('sum', { cumulativeFrom: euros(1) })]
    const refusal = ruleFor({ version: 1, rules }, { ...order, requested: [money(5n, 'GBP')] })
    const refused = isRefusal(refusal) ? refusal : null
    expect(refused).toMatchObject({ refused: 'rate_missing', facts: { currency: 'GBP' } })
    const told = (clientId: string | null, providerId: string | null) =>
      refused && missingRateTold({ clientId, providerId }, refused)
    expect(told(null, null)).toEqual(refused)
    expect(told('norte', null)).toEqual({ refused: 'rate_missing' })
    expect(told(null, 'PRV-001')).toEqual({ refused: 'rate_missing' })
    const own = refuse('rate_missing', { currency: 'GBP', own: 'EUR' })
    expect(missingRateTold({ clientId: 'norte', providerId: null }, own)).toEqual(own)
  })

  it('looks back only when some rule sums what was asked before', () => {
    expect(hasCumulativeRule({ version: 1, rules: [rule('any', {})] })).toBe(false)
    expect(hasCumulativeRule({ version: 1, rules: [rule('any', { cumulativeFrom: euros(1) })] })).toBe(true)
  })
})

describe('publishing', () => {
  const known: Surroundings = {
    approverIds: ['dora'],
    requesterIds: ['nuria'],
    clientIds: ['norte'],
    projectIds: ['PRJ-001'],
    contractIds: [],
    providerIds: [],
    costCentreIds: ['obras'],
    rates: order.rates,
    currencies: new Map([
      ['in pounds', ['EUR', 'GBP']],
      ['in dollars', ['EUR', 'USD']],
    ]),
  }
  it.each<[Rule, true | string]>([
    [rule('good', { projectIds: ['PRJ-001'] }), true],
    [rule('of a project that is not there', { projectIds: ['PRJ-777'] }), 'unknown_place'],
    [rule('of a client that is not there', { clientIds: ['sur'] }), 'unknown_place'],
    [rule('of a centre, or of none', { costCentreIds: ['obras', 'sin_centro'] }), true],
    [rule('of a centre that is not there', { costCentreIds: ['oficina'] }), 'unknown_place'],
    [rule('of a requester who is not there', { requesterIds: ['zoe'] }), 'unknown_requester'],
    [rule('in pounds', { upTo: euros(2) }), 'rate_missing'],
    [rule('in dollars', { upTo: euros(2) }), true],
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
