// Random moves of people who ask for orders, decide on them and change their circumstances.
import fc from 'fast-check'
import { modelRates, type Rate } from '#tests/support/flow-model-budget.ts'
import type { Administrator } from '#tests/support/flow-model-forcing.ts'
import type { Centre, ModelRule } from '#tests/support/flow-model-words.ts'

export type Move =
  | {
      readonly do: 'submit'
      readonly amount: number
      readonly centre: Centre
      readonly author: Administrator | null
    }
  | {
      readonly do: 'decide'
      readonly order: number
      readonly who: number
      readonly how: Decision
      readonly silent: boolean
      /** A person with an open seat of the open turn; otherwise anybody. */
      readonly apt: boolean
    }
  /** Several orders rejected or returned at once. */
  | {
      readonly do: 'decline'
      readonly orders: readonly number[]
      readonly who: number
      readonly how: 'reject' | 'return'
      readonly silent: boolean
    }
  | { readonly do: 'undo'; readonly order: number; readonly who: number }
  | {
      readonly do: 'add'
      readonly order: number
      readonly who: number
      readonly whom: number
      readonly isBefore: boolean
      readonly apt: boolean
    }
  | { readonly do: 'correct'; readonly order: number; readonly amount: number; readonly centre: Centre }
  | { readonly do: 'withdraw' | 'confirm' | 'cancel'; readonly order: number }
  | {
      readonly do: 'force'
      readonly order: number
      readonly by: Administrator
      readonly how: 'approve' | 'reject'
    }
  | { readonly do: 'amend'; readonly total: number }
  | { readonly do: 'budget'; readonly centre: 0 | 1; readonly total: number | null }
  /** Days go by, in which nobody decides it. */
  | { readonly do: 'delay'; readonly order: number }
  /** Everybody approves in turn, until no seat is open. */
  | { readonly do: 'finish'; readonly order: number }
  | { readonly do: 'publish'; readonly rules: readonly ModelRule[] }
  | { readonly do: 'rate'; readonly rate: Rate }
  | Turn
/**
 * A change of circumstances: the contract ends or begins, the provider is deactivated or reactivated, an account's
 * accounts lose and regain trust, an administrator lets decisions be forced or no longer.
 */
export type Turn =
  | { readonly do: 'contract' | 'provider'; readonly isOn: boolean }
  | { readonly do: 'trust'; readonly who: number; readonly isOn: boolean }
  | { readonly do: 'forcing'; readonly by: Administrator; readonly isOn: boolean }
export type Step = Exclude<
  Move,
  Turn | { do: 'submit' | 'publish' | 'finish' | 'decline' | 'delay' | 'budget' | 'rate' }
>
type Decision = 'approve' | 'reject' | 'return'

const order = fc.nat(2)
const centre = fc.constantFrom<Centre>(null, 0, 1)
const administrator = fc.constantFrom<Administrator>(0, 1)
const amount = fc.integer({ min: 1, max: 60 })
const stage = fc
  .record({
    turn: fc.integer({ min: 1, max: 3 }),
    mode: fc.constantFrom('any' as const, 'all' as const, 'quorum' as const),
    people: fc.subarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: 3 }),
    quorum: fc.integer({ min: 1, max: 5 }),
    deputy: fc.constantFrom(null, 0, 1, 2, 3, 4, 4),
  })
  .map(({ quorum, deputy, ...made }) => ({
    ...made,
    quorum: Math.min(quorum, made.people.length),
    deputy: deputy !== null && made.people.includes(deputy) ? null : deputy,
  }))
export const rules = fc.array(
  fc.record({
    from: fc.option(amount),
    cumulative: fc.option(fc.integer({ min: 20, max: 150 })),
    isInDollars: fc.boolean(),
    overBudget: fc.constantFrom(false, false, true),
    centres: fc.oneof(fc.constant([]), fc.subarray<Centre>([null, 0, 1])),
    stages: fc.array(stage, { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 3 },
)
const of = <Name extends string>(name: Name) => fc.constant(name)
export const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('submit'),
      amount,
      centre,
      author: fc.constantFrom<Administrator | null>(null, null, 0),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      do: of('decide'),
      order,
      who: fc.nat(5),
      apt: fc.constantFrom(true, true, true, false),
      how: fc.constantFrom<Decision>(...Array<Decision>(10).fill('approve'), 'reject', 'return'),
      silent: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('decline'),
      orders: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      who: fc.nat(5),
      how: fc.constantFrom('reject', 'return'),
      silent: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: of('undo'), order, who: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: of('add'),
      order,
      who: fc.nat(5),
      whom: fc.nat(5),
      isBefore: fc.boolean(),
      apt: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: of('force'),
      order,
      by: administrator,
      how: fc.constantFrom('approve', 'approve', 'reject'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('forcing'),
      by: administrator,
      isOn: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('rate'), rate: fc.constantFrom(...modelRates) }) },
  { weight: 2, arbitrary: fc.record({ do: of('correct'), order, amount, centre }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('withdraw', 'confirm', 'cancel'), order }) },
  { weight: 3, arbitrary: fc.record({ do: of('amend'), total: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: of('budget'),
      centre: fc.constantFrom<0 | 1>(0, 1),
      total: fc.option(fc.integer({ min: 1, max: 120 }), { freq: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: of('delay'), order }) },
  { weight: 3, arbitrary: fc.record({ do: of('finish'), order }) },
  { weight: 1, arbitrary: fc.record({ do: of('publish'), rules }) },
  // More often on than off: where nothing may be done, nothing is learnt.
  { weight: 2, arbitrary: fc.record({ do: of('contract'), isOn: fc.constantFrom(true, true, false) }) },
  { weight: 2, arbitrary: fc.record({ do: of('provider'), isOn: fc.constantFrom(true, true, false) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: of('trust'), who: fc.nat(5), isOn: fc.constantFrom(true, true, false) }),
  },
)
