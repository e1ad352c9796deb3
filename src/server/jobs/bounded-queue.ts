import { commonProblem } from '#server/problems.ts'

/** Numbers of pieces of work. */
export type QueueLoad = { readonly running: number; readonly waiting: number }

/** A piece of work that waits for its turn. */
type Waiting = { readonly begin: () => void; hasGivenUp: boolean }

/**
 * A queue with limits on running and on waiting work, and on how long any waits; beyond them, `run` throws `busy`. By hand:
 * see decision 055.
 */
export class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #longestWaitMs: number | null
  readonly #waiting: Waiting[] = []
  #running = 0
  #waitingCount = 0

  /** `longestWaitMs`: null for work that waits as long as it takes. */
  constructor(maxRunning: number, maxWaiting: number, longestWaitMs: number | null = null) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
    this.#longestWaitMs = longestWaitMs
  }

  get load(): QueueLoad {
    return { running: this.#running, waiting: this.#waitingCount }
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
    let next = this.#waiting.shift()
    while (next?.hasGivenUp) next = this.#waiting.shift()
    if (next) next.begin()
    else this.#running--
  }

  async #turn(): Promise<void> {
    if (this.#waitingCount >= this.#maxWaiting) throw commonProblem('busy', {}, 2)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { begin: resolve, hasGivenUp: false }
    this.#waiting.push(waiting)
    const giveUp = () => {
      waiting.hasGivenUp = true
      reject(commonProblem('busy', {}, 2))
    }
    const timer = this.#longestWaitMs === null ? undefined : setTimeout(giveUp, this.#longestWaitMs)
    this.#waitingCount++
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waitingCount--
    }
  }
}
