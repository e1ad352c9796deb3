import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noTolerance } from '#features/companies/rules/tolerance.ts'
import { entryFor, type Movement } from '#features/contracts/rules/movements.ts'
import { chosenCentre, mayChargeCentre } from '#features/cost-centres/rules/charge.ts'
import {
  asksOwners,
  type ChargedCentre,
  mayCommitToCentre,
  mayRequestOfCentre,
  maySetBudget,
  overrunBy,
  yearAt,
} from '#features/cost-centres/rules/year.ts'
import {
  budgetedCentres,
  centreAbilities,
  existingCentreAbilities,
  isWithin,
  knownCentres,
  toldTo,
} from '#features/cost-centres/rules.ts'
import { roles } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { actorWith } from '#tests/support/actor.ts'

const eur = (minor: bigint) => money(minor, 'EUR')
const policies = ['avisar', 'requiere_aprobacion', 'bloquear'] as const

const centreWith = (total: bigint | null, over: Partial<ChargedCentre> = {}, spent = 0n): ChargedCentre => ({
  id: 'c',
  code: 'OBR',
  clientId: null,
  policy: 'bloquear',
  tolerance: noTolerance,
  balance: {
    year: 2027,
    total: total === null ? null : eur(total),
    requested: eur(0n),
    committed: eur(spent),
    used: eur(0n),
  },
  ...over,
})

const amount = fc.bigInt(1n, 10_000n)
const anyTold = fc.constantFrom('budgets', 'name', 'nothing' as const)

describe('a year without a budget', () => {
  test('has no limit under any policy, and tells of no overrun', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...policies), fc.bigInt(0n, 10_000n), (asked, policy, spent) => {
        const centre = centreWith(null, { policy }, spent)
        expect(mayRequestOfCentre(centre, eur(asked), 'budgets')).toBe(true)
        expect(mayCommitToCentre(centre, eur(asked), 'budgets')).toBe(true)
        expect(asksOwners(centre, eur(asked))).toBe(false)
        expect(overrunBy(centre, eur(asked))).toBeNull()
      }),
    )
  })

  test('takes a budget, and loses it, but not twice', () => {
    expect(maySetBudget(centreWith(null), eur(1n))).toBe(true)
    expect(maySetBudget(centreWith(null), null)).toMatchObject({ refused: 'same_total' })
    expect(maySetBudget(centreWith(5n), null)).toBe(true)
    expect(maySetBudget(centreWith(5n), eur(5n))).toMatchObject({ refused: 'same_total' })
    expect(maySetBudget(centreWith(null, {}, 10n), eur(9n))).toMatchObject({ refused: 'below_spent' })
    expect(maySetBudget(centreWith(null, { policy: 'avisar' }, 10n), eur(9n))).toBe(true)
  })
})

test('under bloquear what is approved never goes beyond the budget, in whatever order it comes', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 20 }), anyTold, (total, asked, told) => {
      const spent = asked.reduce((sum, each) => {
        const may = mayCommitToCentre(centreWith(total, {}, sum), eur(each), told)
        expect(may === true).toBe(sum + each <= total)
        return may === true ? sum + each : sum
      }, 0n)
      expect(spent <= total).toBe(true)
    }),
  )
})

test('a budget owner is asked exactly where an approval under requiere_aprobacion exceeds the budget', () => {
  fc.assert(
    fc.property(amount, amount, amount, (total, spent, asked) => {
      const centre = centreWith(total, { policy: 'requiere_aprobacion' }, spent)
      expect(asksOwners(centre, eur(asked))).toBe(spent + asked > total)
      expect(overrunBy(centre, eur(asked)) === 'exceeded').toBe(spent + asked > total)
    }),
  )
})

test('within the tolerance an overrun is told as tolerated and not refused', () => {
  const centre = centreWith(100n, { tolerance: { rate: 1000, amountMinor: null, currency: null } }, 100n)
  expect(overrunBy(centre, eur(10n))).toBe('tolerated')
  expect(mayCommitToCentre(centre, eur(10n), 'budgets')).toBe(true)
  expect(overrunBy(centre, eur(11n))).toBe('exceeded')
  expect(mayCommitToCentre(centre, eur(11n), 'budgets')).toMatchObject({ refused: 'cost_centre_exceeded' })
})

test('a refusal says no more of the centre than the person may be told', () => {
  const facts = (told: 'budgets' | 'name' | 'nothing') => {
    const may = mayRequestOfCentre(centreWith(1n), eur(2n), told)
    return isRefusal(may) ? Object.keys(may.facts ?? {}) : null
  }
  expect(facts('budgets')).toEqual(['centre', 'year', 'left', 'amount'])
  expect(facts('name')).toEqual(['centre', 'year'])
  expect(facts('nothing')).toEqual([])
})

test('whatever becomes of an order, what it took of its centre comes back or is used: requests, commitments and uses cancel out', () => {
  const lives: readonly (readonly Movement[])[] = [
    ['submitted', 'released'],
    ['submitted', 'approved', 'cancelled'],
    ['submitted', 'approved', 'taken_back', 'released'],
    ['submitted', 'approved', 'executed', 'returned', 'cancelled'],
    ['credited', 'recharged'],
  ]
  fc.assert(
    fc.property(amount, fc.constantFrom(...lives), (minor, life) => {
      const entries = life.map(movement => entryFor(movement, eur(minor)))
      for (const column of ['requested', 'committed', 'used'] as const)
        expect(entries.reduce((sum, entry) => sum + entry[column], 0n)).toBe(0n)
    }),
  )
})

test.each([
  ['2026-12-31T22:59:59Z', 'Europe/Madrid', 2026],
  ['2026-12-31T23:00:00Z', 'Europe/Madrid', 2027],
  ['2027-01-01T04:59:59Z', 'America/Bogota', 2026],
  ['2027-01-01T05:00:00Z', 'America/Bogota', 2027],
  ['2026-12-31T09:59:59Z', 'Pacific/Kiritimati', 2026],
  ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', 2027],
])('at %s in %s the year is %i', (instant, zone, year) => {
  expect(yearAt(new Date(instant), zone)).toBe(year)
})

describe('the centre of an order', () => {
  test.each([
    ['absent leaves it', undefined, 'a', false, 'a'],
    ['the same leaves it', 'a', 'a', false, 'a'],
    ['null takes away what is known', null, 'a', true, null],
    ['null leaves what is not known', null, 'a', false, 'a'],
    ['another replaces what is known', 'b', 'a', true, 'b'],
    ['another where there was none', 'b', null, false, 'b'],
    ['none where there was none', undefined, null, false, null],
  ])('%s', (_, typedId, formerId, knowsFormer, expected) => {
    expect(chosenCentre({ typedId, formerId, knowsFormer })).toBe(expected)
  })

  test('another does not replace what is not known', () => {
    const chosen = chosenCentre({ typedId: 'b', formerId: 'a', knowsFormer: false })
    expect(chosen).toMatchObject({ refused: 'cost_centre_kept' })
  })

  const order = { clientId: 'k', currency: 'EUR' }
  test.each([
    [{ clientId: null, currency: 'EUR', status: 'active' as const }, true],
    [{ clientId: 'k', currency: 'EUR', status: 'active' as const }, true],
    [{ clientId: 'other', currency: 'EUR', status: 'active' as const }, 'cost_centre_not_of_order'],
    [{ clientId: 'k', currency: 'USD', status: 'active' as const }, 'cost_centre_not_of_order'],
    [{ clientId: 'k', currency: 'EUR', status: 'inactive' as const }, 'cost_centre_inactive'],
  ])('%j', (centre, expected) => {
    const may = mayChargeCentre(centre, order)
    expect(may === true ? true : may.refused).toBe(expected)
  })
})

describe('who knows which centres', () => {
  const client = 'k'
  const people = roles.map(role => ({
    role,
    clientId: role === 'client' || role === 'client_user' ? client : null,
    providerId: role === 'provider' || role === 'provider_user' ? 'PRV-001' : null,
  }))
  const centres = [{ clientId: null }, { clientId: client }, { clientId: 'other' }]

  test('whoever reads a budget knows the centre', () => {
    for (const person of people)
      for (const centre of centres)
        if (isWithin(budgetedCentres(person), centre))
          expect(isWithin(knownCentres(person), centre), person.role).toBe(true)
  })

  test.each([
    ['admin', 'budgets budgets budgets'],
    ['auditor', 'budgets budgets budgets'],
    ['approver', 'name name name'],
    ['client', 'nothing budgets nothing'],
    ['client_user', 'nothing name nothing'],
    ['provider', 'nothing nothing nothing'],
    ['provider_user', 'nothing nothing nothing'],
    ['admin_saas', 'nothing nothing nothing'],
  ])('%s: of the company, of their client, of another: %s', (role, expected) => {
    const person = people.find(each => each.role === role)
    expect(person && centres.map(centre => toldTo(person, centre)).join(' ')).toBe(expected)
  })
})

test('a suspended company deactivates its centres, and does nothing else with them', () => {
  const actor = actorWith({ role: 'admin', companySuspended: true })
  expect(centreAbilities(actor).create).toMatchObject({ refused: 'company_suspended' })
  const { deactivate, ...others } = existingCentreAbilities(actor, { status: 'active' })
  expect(deactivate).toBe(true)
  for (const ability of [others.change, others.setBudget])
    expect(ability).toMatchObject({ refused: 'company_suspended' })
  expect(
    existingCentreAbilities({ ...actor, role: 'auditor' }, { status: 'active' }).setBudget,
  ).toMatchObject({
    refused: 'forbidden',
  })
})
