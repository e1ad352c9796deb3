import { BoundedQueue, type QueueLoad } from '#server/jobs/bounded-queue.ts'

const maxWaiting = { ofCompany: 16, ofAll: 64 }

/** Queues of heavy work: one piece at a time of a company, so that no company's files delay another's, and few of all. */
export class CompanyQueues {
  readonly #all: BoundedQueue
  readonly #lanes = new Map<string, { queue: BoundedQueue; users: number }>()

  constructor(atOnce: number) {
    this.#all = new BoundedQueue(atOnce, maxWaiting.ofAll)
  }

  /** Of all companies together. */
  get load(): QueueLoad {
    const { running } = this.#all.load
    const inLanes = [...this.#lanes.values()].reduce((sum, { users }) => sum + users, 0)
    return { running, waiting: inLanes - running }
  }

  /** @throws ProblemError `busy` when too much waits already. */
  async run<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(companyId) ?? { queue: new BoundedQueue(1, maxWaiting.ofCompany), users: 0 }
    this.#lanes.set(companyId, lane)
    lane.users++
    try {
      return await lane.queue.run(() => this.#all.run(work))
    } finally {
      lane.users--
      if (lane.users === 0) this.#lanes.delete(companyId)
    }
  }
}
