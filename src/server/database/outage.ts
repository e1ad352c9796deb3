/**
 * An outage in the log: its beginning with the reason, a line a minute while it lasts, and its end. Otherwise every
 * run of a worker and every request would log the failure again, and nothing its end.
 */
type Say = (facts: object, text: string) => void
type Log = { readonly info: Say; readonly warn: Say; readonly error: Say }

type Pace = {
  /** Minimum time between two lines about one outage. */
  readonly quietMs: number
  /** Time without a failure after which the outage counts as over. */
  readonly restMs: number
}

const usualPace: Pace = { quietMs: 60_000, restMs: 0 }

export class Outage {
  readonly #log: Log
  readonly #what: string
  readonly #pace: Pace
  #failures = 0
  #began = 0
  #last = 0
  #told = 0

  /** `what`: the failure as the log names it: `outbox: batch failed`. */
  constructor(log: Log, what: string, pace: Partial<Pace> = {}) {
    this.#log = log
    this.#what = what
    this.#pace = { ...usualPace, ...pace }
  }

  failed(error: unknown, level: 'warn' | 'error' = 'error'): void {
    const now = performance.now()
    this.#failures += 1
    this.#last = now
    if (this.#failures === 1) {
      this.#began = now
      this.#told = now
      this.#log[level]({ err: error }, this.#what)
    } else if (now - this.#told >= this.#pace.quietMs) {
      this.#told = now
      this.#log[level]({ failures: this.#failures, reason: String(error) }, `${this.#what}, still`)
    }
  }

  /** Reports a success: ends the outage, once `restMs` have passed since the last failure. */
  worked(): void {
    const now = performance.now()
    if (this.#failures === 0 || now - this.#last < this.#pace.restMs) return
    const seconds = Math.round((now - this.#began) / 1000)
    this.#log.info({ failures: this.#failures, seconds }, `${this.#what}: over`)
    this.#failures = 0
  }
}
