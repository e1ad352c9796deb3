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
  /** A credit note was executed: what its order had used goes back. */
  | 'credited'
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
    case 'credited':
      return { requested: 0n, committed: 0n, used: -minor }
  }
}

/**
 * Movement of the order in its contract's budget; null where there is none. A credit note asks nothing while it waits:
 * it moves the budget once, when it is executed.
 */
export function movementFor(
  { creditedId }: { readonly creditedId: string | null },
  movement: Movement,
): Movement | null {
  if (creditedId === null) return movement
  return movement === 'executed' ? 'credited' : null
}
