/** Movements of a contract's budget: what each change of an order adds to requested, committed and used. */
import type { Money } from '#kernel/money.ts'

/** Change of an order that moves its contract's budget. */
export type Movement =
  | 'submitted'
  | 'released'
  | 'approved'
  | 'taken_back'
  | 'executed'
  | 'cancelled'
  /** A payment came back: it may be made again. */
  | 'returned'
  /** A payment of a cancelled order came back: it is made no more. */
  | 'refunded'
export type Entry = { readonly requested: bigint; readonly committed: bigint; readonly used: bigint }

export function entryFor(movement: Movement, { minor }: Money): Entry {
  switch (movement) {
    case 'submitted':
      return { requested: minor, committed: 0n, used: 0n }
    case 'released':
      return { requested: -minor, committed: 0n, used: 0n }
    case 'approved':
      return { requested: -minor, committed: minor, used: 0n }
    case 'taken_back':
      return { requested: minor, committed: -minor, used: 0n }
    case 'executed':
      return { requested: 0n, committed: -minor, used: minor }
    case 'cancelled':
      return { requested: 0n, committed: -minor, used: 0n }
    case 'returned':
      return { requested: 0n, committed: minor, used: -minor }
    case 'refunded':
      return { requested: 0n, committed: 0n, used: -minor }
  }
}
