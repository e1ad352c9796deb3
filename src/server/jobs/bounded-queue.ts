import { commonProblem } from '#server/problems.ts'

/** Numbers of pieces of work. */
export type QueueLoad = { readonly running: number; readonly waiting: number }

/** A queue with limits on running and on waiting work; beyond both, `run` throws `busy`. By hand: see decision 055. */
export class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #longestWaitMs: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** `longestWaitMs`: work that has waited so long is refused instead of begun, because whoever sent it gives up. */
  constructor(maxRunning: number, maxWaiting: number, longestWaitMs = Number.POSITIVE_INFINITY) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
    this.#longestWaitMs = longestWaitMs
  }

  get load(): QueueLoad {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  /** The slot passes directly to the next waiting work, so that later arrivals do not overtake. */
  #passOn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw commonProblem('busy', {}, 2)
    const came = performance.now()
    return new Promise((resolve, reject) =>
      this.#waiting.push(() => {
        if (performance.now() - came <= this.#longestWaitMs) return resolve()
        reject(commonProblem('busy', {}, 2))
        this.#passOn()
      }),
    )
  }
}
