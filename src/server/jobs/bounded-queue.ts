import { commonProblem } from '#server/problems.ts'

/** Numbers of pieces of work. */
export type QueueLoad = { readonly running: number; readonly waiting: number }

/**
 * A queue with limits on running and on waiting work, and on how long any waits; beyond them, `run` throws `busy`. By hand:
 * see decision 055.
 */
export class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #longestWaitMs: number | null
  /** Beginnings of the work that waits, in the order in which it came. */
  readonly #waiting = new Set<() => void>()
  #running = 0

  /** `longestWaitMs`: null for work that waits as long as it takes. */
  constructor(maxRunning: number, maxWaiting: number, longestWaitMs: number | null = null) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
    this.#longestWaitMs = longestWaitMs
  }

  get load(): QueueLoad {
    return { running: this.#running, waiting: this.#waiting.size }
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
    const [next] = this.#waiting
    if (next) next()
    else this.#running--
  }

  async #turn(): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw commonProblem('busy', {}, 2)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => this.#waiting.delete(begin)
    const begin = () => {
      leave()
      resolve()
    }
    const giveUp = () => {
      leave()
      reject(commonProblem('busy', {}, 2))
    }
    this.#waiting.add(begin)
    const timer = this.#longestWaitMs === null ? undefined : setTimeout(giveUp, this.#longestWaitMs)
    await promise.finally(() => clearTimeout(timer))
  }
}
