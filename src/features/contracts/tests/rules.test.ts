import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noTolerance } from '#features/companies/rules/tolerance.ts'
import {
  available,
  availableAfterRequests,
  type Balance,
  claim,
  consumption,
  mayAmend,
  mayCommit,
  mayFollow,
  mayRequest,
  type Overrun,
} from '#features/contracts/rules/budget.ts'
import { entryFor, type Movement, movementFor } from '#features/contracts/rules/movements.ts'
import {
  type ContractStatus,
  chargedContract,
  existingContractAbilities,
  mayCharge,
  type OverrunPolicy,
} from '#features/contracts/rules.ts'
import { type Actor, roles } from '#kernel/actor.ts'
import { dayFrom } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import { actorWith } from '#tests/support/actor.ts'

const eur = (minor: bigint) => money(minor, 'EUR')
const balance = (total: bigint, requested = 0n, committed = 0n, used = 0n): Balance => ({
  total: eur(total),
  requested: eur(requested),
  committed: eur(committed),
  used: eur(used),
})
const under = (policy: OverrunPolicy, tolerance = noTolerance): Overrun => ({ policy, tolerance })
const day = (text: string) => {
  const found = dayFrom(text)
  if (!found) throw new Error(text)
  return found
}

describe('what is left of a contract', () => {
  it('counts committed and used, and what is requested only beside them', () => {
    const some = balance(1000n, 200n, 300n, 100n)
    expect(available(some)).toEqual(eur(600n))
    expect(availableAfterRequests(some)).toEqual(eur(400n))
  })

  it.each([
    [balance(1000n, 0n, 900n, 0n), 'normal', 100n],
    [balance(1000n, 0n, 800n, 101n), 'warning', 99n],
    [balance(1000n, 0n, 1000n, 0n), 'warning', 0n],
    [balance(1000n, 0n, 1000n, 1n), 'exceeded', 1n],
    [balance(1000n, 999n, 0n, 0n), 'normal', 1000n],
  ] as const)('is green to 90 %%, amber above, red when exceeded (%#)', (some, level, difference) => {
    expect(consumption(some)).toMatchObject({ level, difference: eur(difference) })
  })
})

describe('whether an order fits', () => {
  it('always does under avisar', () => {
    expect(mayRequest(balance(1n), eur(1000n), under('avisar'))).toBe(true)
    expect(mayCommit(balance(1n, 0n, 1n), eur(1000n), under('avisar'))).toBe(true)
  })

  // Of an exceeded contract even the least is too much; an order asks for something.
  const oneMore = (left: bigint) => eur(left < 0n ? 1n : left + 1n)

  it('under bloquear takes the last cent and not one more, at submission with what is requested, at approval without', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10_000n), { minLength: 4, maxLength: 4 }), ([t = 0n, r, c, u]) => {
        const some = balance(t + 1n, r, c, u)
        const left = available(some).minor
        expect(mayCommit(some, eur(left), under('bloquear'))).toBe(true)
        expect(mayCommit(some, oneMore(left), under('bloquear'))).toMatchObject({ refused: 'over_budget' })
        const afterRequests = availableAfterRequests(some).minor
        expect(mayRequest(some, eur(afterRequests), under('bloquear'))).toBe(true)
        expect(mayRequest(some, oneMore(afterRequests), under('bloquear'))).toMatchObject({
          refused: 'over_budget',
        })
      }),
    )
  })
})

describe('which contract an order may charge', () => {
  const contract = { status: 'active', startsOn: day('2026-01-01'), endsOn: day('2026-12-31') } as const

  it.each([
    [contract, '2026-01-01', true],
    [contract, '2026-12-31', true],
    [contract, '2025-12-31', 'contract_out_of_dates'],
    [contract, '2027-01-01', 'contract_out_of_dates'],
    [{ ...contract, status: 'inactive' }, '2026-06-01', 'contract_inactive'],
    [{ ...contract, status: 'completed' }, '2026-06-01', 'contract_inactive'],
  ] as const)('is an active one in its dates (%#)', (some, today, answer) => {
    const given = mayCharge(some, day(today))
    expect(given === true ? true : given.refused).toBe(answer)
  })
})

describe('the contract that an order charges', () => {
  const tied = [
    { id: 'CTR-001', type: 'cliente', providerId: null },
    { id: 'CTR-002', type: 'proveedor', providerId: 'PRV-001' },
    { id: 'CTR-003', type: 'proveedor', providerId: 'PRV-002' },
  ] as const
  it.each([
    [tied, { type: 'gasto' }, 'CTR-002'],
    [tied, { type: 'emision' }, 'CTR-001'],
    [tied, { type: 'gasto', contractId: 'CTR-001' }, 'CTR-001'],
    [tied, { type: 'gasto', contractId: 'CTR-009' }, undefined],
    [tied.slice(0, 1), { type: 'gasto' }, 'CTR-001'],
    [tied.slice(1), { type: 'emision' }, 'CTR-002'],
    [[], { type: 'gasto' }, undefined],
  ] as const)('is the chosen one, else that of its type, else the main one (%#)', (of, order, id) => {
    expect(chargedContract(of, { providerId: 'PRV-001', isByProvider: false, ...order })?.id).toBe(id)
  })

  it.each([
    ['PRV-001', false, undefined, 'CTR-002'],
    ['PRV-002', false, undefined, 'CTR-003'],
    ['PRV-003', false, undefined, 'CTR-001'],
    [null, false, undefined, 'CTR-002'],
    ['PRV-001', false, 'CTR-003', undefined],
    ['PRV-003', false, 'CTR-001', 'CTR-001'],
    ['PRV-002', true, undefined, 'CTR-003'],
    ['PRV-002', true, 'CTR-001', undefined],
    ['PRV-002', true, 'CTR-002', undefined],
    ['PRV-003', true, undefined, undefined],
  ] as const)(
    'is never another provider’s, nor the client’s by a provider’s hand (%#)',
    (providerId, isByProvider, contractId, id) => {
      expect(chargedContract(tied, { type: 'gasto', providerId, isByProvider, contractId })?.id).toBe(id)
    },
  )
})

describe('the ledger', () => {
  const lives: Movement[][] = [
    ['submitted', 'released'],
    ['submitted', 'approved', 'executed'],
    ['submitted', 'approved', 'cancelled'],
    ['submitted', 'released', 'submitted', 'approved', 'executed'],
  ]

  it.each(lives)('of one order never goes below zero, and ends used or at nothing (%#)', (...life) => {
    let sums = { requested: 0n, committed: 0n, used: 0n }
    for (const movement of life) {
      const entry = entryFor(movement, eur(75n))
      sums = {
        requested: sums.requested + entry.requested,
        committed: sums.committed + entry.committed,
        used: sums.used + entry.used,
      }
      expect(Object.values(sums).every(sum => sum >= 0n)).toBe(true)
    }
    expect(sums).toEqual({ requested: 0n, committed: 0n, used: life.at(-1) === 'executed' ? 75n : 0n })
  })
})

describe('a credit note', () => {
  const creditNote = { creditedId: 'DOC-001', charge: eur(75n) }

  it('asks nothing of its contract, and always fits, even one that is exceeded', () => {
    const exceeded = balance(100n, 80n, 80n, 30n)
    expect(claim(creditNote)).toEqual(eur(0n))
    expect(claim({ ...creditNote, creditedId: null })).toEqual(eur(75n))
    expect(mayRequest(exceeded, claim(creditNote), under('bloquear'))).toBe(true)
    expect(mayCommit(exceeded, claim(creditNote), under('bloquear'))).toBe(true)
    expect(mayCommit(exceeded, eur(1n), under('bloquear'))).toMatchObject({ refused: 'over_budget' })
  })

  it('moves the budget once, when it is executed: what its order had used goes back', () => {
    const moves = ['submitted', 'released', 'approved', 'taken_back', 'executed', 'cancelled'] as const
    expect(moves.map(move => movementFor(creditNote, move))).toEqual([
      null,
      null,
      null,
      null,
      'credited',
      null,
    ])
    expect(moves.map(move => movementFor({ creditedId: null }, move))).toEqual(moves)
    expect(entryFor('credited', eur(75n))).toEqual({ requested: 0n, committed: 0n, used: -75n })
  })
})

describe('a contract’s life', () => {
  const admin: Actor = actorWith({ role: 'admin' })
  const allowed = (status: ContractStatus, actor: Actor = admin) =>
    Object.entries(existingContractAbilities(actor, { status })).flatMap(([verb, may]) =>
      may === true ? [verb] : [],
    )

  it.each([
    ['active', ['change', 'complete', 'deactivate']],
    ['inactive', ['change', 'complete', 'reactivate']],
    ['completed', ['change', 'reactivate']],
  ] as const)('when %s allows %j', (status, verbs) => {
    expect(allowed(status)).toEqual(verbs)
  })

  it('is the administration’s alone, and of a suspended company only closes', () => {
    for (const role of roles.filter(each => each !== 'admin'))
      expect(allowed('active', { ...admin, role })).toEqual([])
    const suspended = { ...admin, companySuspended: true }
    expect(allowed('active', suspended)).toEqual(['complete', 'deactivate'])
    expect(allowed('inactive', suspended)).toEqual(['complete'])
  })
})

describe('a contract’s total', () => {
  it.each([
    [500n, 'bloquear', true],
    [400n, 'bloquear', true],
    [399n, 'bloquear', 'below_spent'],
    [399n, 'avisar', true],
    [1000n, 'avisar', 'same_total'],
  ] as const)('of 1000 with 400 spent may become %d under %s: %s', (total, policy, expected) => {
    const answer = mayAmend(balance(1000n, 500n, 300n, 100n), eur(total), under(policy))
    expect(answer === true ? true : answer.refused).toBe(expected)
  })

  it('that is exceeded does not begin to block', () => {
    expect(mayFollow(balance(100n, 0n, 101n), under('bloquear'))).toMatchObject({ refused: 'already_spent' })
    expect(mayFollow(balance(100n, 50n, 100n), under('bloquear'))).toBe(true)
    expect(mayFollow(balance(100n, 0n, 101n), under('avisar'))).toBe(true)
  })
})
