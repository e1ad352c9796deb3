// Forced decisions of the model of flows: while an administrator lets them be, and never by an author's own hand.

/** One of the two administrators of the company. */
export type Administrator = 0 | 1

type Sent = { readonly state: string; readonly author: Administrator | null; readonly sentAt: number }

export class Forcing {
  #now = 0
  /** Who allowed it and when; null while nobody does. */
  #allowed: { readonly by: Administrator; readonly at: number } | null = null

  /** The next instant. */
  tick(): number {
    this.#now++
    return this.#now
  }

  /** A permission that stands is not given anew. */
  allow(isOn: boolean, by: Administrator): void {
    if (isOn !== (this.#allowed !== null)) this.#allowed = isOn ? { by, at: this.tick() } : null
  }

  /** Not on what they asked for, nor on what was sent before they allowed it themselves. */
  may({ state, author, sentAt }: Sent, by: Administrator): boolean {
    const allowed = this.#allowed
    if (!allowed || state !== 'in_approval' || author === by) return false
    return allowed.by !== by || allowed.at <= sentAt
  }
}
