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
  /** The payment against which a credit note was netted came back: the credit note waits again. */
  | 'recharged'
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
    case 'recharged':
      return { requested: 0n, committed: 0n, used: minor }
  }
}

/**
 * Movement of the order in its contract's budget; null where there is none. A credit note asks nothing while it waits:
 * it moves the budget when it is executed, and back when the payment that it was netted against comes back.
 */
export function movementFor(
  { creditedId }: { readonly creditedId: string | null },
  movement: Movement,
): Movement | null {
  if (creditedId === null) return movement
  if (movement === 'returned') return 'recharged'
  return movement === 'executed' ? 'credited' : null
}
