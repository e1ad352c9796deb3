import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountsLeft,
  creditSign,
  fitsLeft,
  mayComeBack,
  mayCredit,
  maySettle,
  sameTie,
} from '#features/documents/rules/credit-notes.ts'
import { type DocumentState, documentStates } from '#features/documents/rules.ts'
import { formatMoney, money } from '#kernel/money.ts'

const eur = (minor: bigint) => money(minor, 'EUR')
const amounts = (amount: bigint, charge = amount) => ({ amount: eur(amount), charge: eur(charge) })
const note = (state: DocumentState, amount: bigint, charge = amount) => ({
  state,
  ...amounts(amount, charge),
})
const said = (answer: true | { readonly refused: string }) => (answer === true ? true : answer.refused)

describe('an order', () => {
  it.each(documentStates)('in state %s may be reduced only when it is approved or executed', state => {
    const may = said(mayCredit({ state, creditedId: null }))
    expect(may).toBe(state === 'approved' || state === 'executed' ? true : 'not_creditable')
  })

  it('that is a credit note is not reduced itself', () => {
    expect(said(mayCredit({ state: 'executed', creditedId: 'DOC-001' }))).toBe('credits_credit_note')
  })

  it('counts with one sign, and a credit note with the other', () => {
    expect(creditSign({ creditedId: null })).toBe(1n)
    expect(creditSign({ creditedId: 'DOC-001' })).toBe(-1n)
  })
})

describe('what is left of an order', () => {
  it('is what its credit notes leave, but for those rejected or cancelled', () => {
    const notes = [
      note('in_approval', 10n, 8n),
      note('returned', 5n),
      note('executed', 20n, 15n),
      note('rejected', 1000n),
      note('cancelled', 1000n),
    ]
    expect(amountsLeft(amounts(100n, 80n), notes)).toEqual(amounts(65n, 52n))
  })

  it('is never below zero, in whatever order credit notes are asked for, refused and cancelled', () => {
    const asking = fc.record({
      amount: fc.bigInt(1n, 200n),
      charge: fc.bigInt(1n, 200n),
      ends: fc.constantFrom<DocumentState>('in_approval', 'executed', 'rejected', 'cancelled'),
    })
    fc.assert(
      fc.property(fc.bigInt(1n, 300n), fc.bigInt(1n, 300n), fc.array(asking), (amount, charge, asked) => {
        const order = amounts(amount, charge)
        const made: ReturnType<typeof note>[] = []
        for (const each of asked) {
          const left = amountsLeft(order, made)
          const wanted = amounts(each.amount, each.charge)
          const fits = fitsLeft(wanted, left)
          expect(fits === true).toBe(each.amount <= left.amount.minor && each.charge <= left.charge.minor)
          if (fits === true) made.push({ ...wanted, state: each.ends })
        }
        const left = amountsLeft(order, made)
        expect(left.amount.minor >= 0n && left.charge.minor >= 0n).toBe(true)
      }),
    )
  })

  it('is said when more is asked: of the amount, or of what its contract was charged', () => {
    const left = amounts(100n, 80n)
    expect(fitsLeft(amounts(100n, 80n), left)).toBe(true)
    expect(fitsLeft(amounts(101n, 80n), left)).toMatchObject({
      refused: 'more_than_left',
      facts: { left: formatMoney(eur(100n)) },
    })
    expect(fitsLeft(amounts(100n, 81n), left)).toMatchObject({
      facts: { left: formatMoney(eur(80n)), isCharge: true },
    })
  })
})

describe('a credit note', () => {
  const order = {
    id: 'DOC-001',
    projectId: 'PRJ-001',
    contractId: 'CTR-001',
    type: 'gasto',
    providerId: 'PRV-001',
  }

  it('is of the project, contract, type and provider of its order', () => {
    expect(sameTie(order, order)).toBe(true)
    for (const other of [
      { projectId: 'PRJ-002' },
      { contractId: 'CTR-002' },
      { type: 'emision' },
      { providerId: 'PRV-002' },
    ])
      expect(said(sameTie({ ...order, ...other }, order))).toBe('not_of_credited')
  })

  it('is settled once as much was paid of its order as it gives back', () => {
    expect(maySettle(eur(50n), eur(50n))).toBe(true)
    expect(said(maySettle(eur(50n), eur(49n)))).toBe('more_than_paid')
  })

  it('keeps a payment from coming back that it has given back already', () => {
    expect(mayComeBack(eur(50n), eur(50n))).toBe(true)
    expect(said(mayComeBack(eur(50n), eur(49n)))).toBe('paid_is_credited')
  })
})
