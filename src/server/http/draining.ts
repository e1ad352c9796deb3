/** The end of a program, announced before it comes: whoever distributes requests sends no more, and nobody's fails. */
import { setTimeout as sleep } from 'node:timers/promises'

export class Draining {
  readonly #skip = new AbortController()
  #hasBegun = false

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** From now on the program is not ready, and answers close their connection; resolves after so many seconds, or when skipped. */
  async begin(seconds: number): Promise<void> {
    this.#hasBegun = true
    await sleep(seconds * 1000, undefined, { signal: this.#skip.signal }).catch(() => {})
  }

  skip(): void {
    this.#skip.abort()
  }
}
