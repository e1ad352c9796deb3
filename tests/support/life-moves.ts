// Random moves in the lives of orders, from their sending to their payment.
import fc from 'fast-check'

type Decision = 'approve' | 'reject' | 'return'
export type Move =
  | { readonly do: 'submit'; readonly base: number; readonly isTaxed: boolean; readonly parts: number }
  | {
      readonly do: 'decide'
      readonly order: number
      readonly who: number
      readonly how: Decision
    }
  /** Everybody approves who has not: else few orders come as far as approved. */
  | { readonly do: 'finish'; readonly order: number }
  | { readonly do: 'undo'; readonly order: number; readonly who: number }
  | { readonly do: 'add'; readonly order: number; readonly who: number; readonly place: 'beside' | 'before' }
  /** An administrator decides in the place of whoever is still asked. */
  | { readonly do: 'force'; readonly order: number; readonly how: 'approve' | 'reject' }
  | {
      readonly do: 'withdraw' | 'correct' | 'confirm' | 'bounce' | 'refuse' | 'retry' | 'cancel'
      readonly order: number
    }

export type Step = Exclude<Move, { do: 'submit' | 'finish' }>

const order = fc.nat(3)
export const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      base: fc.integer({ min: 10, max: 5000 }),
      isTaxed: fc.boolean(),
      parts: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      order,
      who: fc.nat(2),
      how: fc.constantFrom<Decision>('approve', 'approve', 'reject', 'return'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('finish' as const), order }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('undo' as const), order, who: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      order,
      who: fc.nat(1),
      place: fc.constantFrom('beside' as const, 'before' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('force' as const),
      order,
      how: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'withdraw' as const,
        'correct' as const,
        'confirm' as const,
        'confirm' as const,
        'confirm' as const,
        'bounce' as const,
        'refuse' as const,
        'retry' as const,
        'cancel' as const,
      ),
      order,
    }),
  },
)
