import { commonProblem } from '#server/problems.ts'

/** Numbers of pieces of work. */
export type QueueLoad = { readonly running: number; readonly waiting: number }

/** A queue with limits on running and on waiting work; beyond both, `run` throws `busy`. By hand: see decision 055. */
export class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
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
      // The slot passes directly to the next waiting work, so that later arrivals do not overtake.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw commonProblem('busy', {}, 2)
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
