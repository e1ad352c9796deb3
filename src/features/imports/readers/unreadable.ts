import type { UnreadableKind } from '#features/imports/rules/unreadable.ts'
import type { Facts } from '#kernel/refusal.ts'

/** Thrown inside the thread that reads; whoever started it is given a refusal. */
export class Unreadable extends Error {
  readonly kind: UnreadableKind
  readonly facts: Facts | undefined

  constructor(kind: UnreadableKind, facts?: Facts) {
    super(kind)
    this.kind = kind
    this.facts = facts
  }
}
