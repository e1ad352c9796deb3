import type { Facts } from '#kernel/refusal.ts'

/** Error of a thread that reads a file: no invoice, statement or table comes of it. Whoever started the thread is given a refusal. */
export class UnreadableFile<Kind extends string> extends Error {
  readonly kind: Kind
  readonly facts: Facts | undefined

  constructor(kind: Kind, facts?: Facts) {
    super(kind)
    this.kind = kind
    this.facts = facts
  }
}
