/**
 * Whose hands an account is in. Whoever has not shown that the address is theirs, works with a password that
 * somebody else chose, or whose way in somebody else has just changed, may be that somebody: they read and prepare,
 * and neither decide, nor execute, nor count as a second hand.
 */
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Asked by every rule about what cannot be taken back. */
export const ownHands = ({ freshHands }: Pick<Actor, 'freshHands'>): true | Refusal<'fresh_hands'> =>
  freshHands === undefined ? true : refuse('fresh_hands', { why: freshHands })
