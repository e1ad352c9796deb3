/**
 * The deliverer: visits endpoints as long as some are due, several at once on each node. A company has a part of a
 * node's room, and so have the endpoints that fail or are slow, so that nobody waits for a receiver but its own company.
 */
import type { Logger } from 'pino'
import { type Calling, visitEndpoint } from '#features/webhooks/commands/visit.ts'
import { visit } from '#features/webhooks/rules/attempts.ts'
import { type Closed, claimLane, type Lane } from '#features/webhooks/store/lanes.ts'
import { newId } from '#kernel/ids.ts'
import { Outage } from '#server/database/outage.ts'
import { poll } from '#server/jobs/every.ts'
import { withPatience } from '#server/jobs/patience.ts'

/** Endpoints that are visited at once: all of them, and those among them that fail or are slow. */
type Part = { readonly all: number; readonly struggling: number }
export type Room = { readonly ofNode: Part; readonly ofCompany: Part }

export const usualRoom: Room = {
  ofNode: { all: 24, struggling: 12 },
  ofCompany: { all: 6, struggling: 2 },
}

/** The deliverer of a node. */
export class Deliverer {
  readonly #calling: Calling
  readonly #room: Room
  readonly #outage: Outage
  readonly #running = new Map<string, { readonly lane: Lane; readonly done: Promise<void> }>()

  constructor(calling: Calling, log: Logger, room: Room = usualRoom) {
    this.#calling = calling
    this.#room = room
    this.#outage = new Outage(log, 'webhooks: a visit failed')
  }

  /** Begins visits to endpoints that are due, as far as there is room. */
  async beginVisits(shouldContinue: () => boolean = () => true): Promise<void> {
    while (shouldContinue() && this.#running.size < this.#room.ofNode.all) {
      const holder = newId()
      const lane = await claimLane(this.#calling.db, holder, visit.leaseMs, this.#closed())
      if (!lane) return
      this.#begin(lane, holder)
    }
  }

  /** Waits for the visits under way. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  #begin(lane: Lane, holder: string): void {
    const done = visitEndpoint(this.#calling, lane, holder).then(
      () => this.#outage.worked(),
      // Its lane is free again once the lease is over.
      error => this.#outage.failed(error),
    )
    this.#running.set(holder, { lane, done: done.finally(() => this.#running.delete(holder)) })
  }

  /** Whom there is no room for now. */
  #closed(): Closed {
    const { ofNode, ofCompany } = this.#room
    const lanes = [...this.#running.values()].map(({ lane }) => lane)
    const struggling = lanes.filter(isStruggling)
    return {
      companies: companiesWith(lanes, ofCompany.all),
      strugglingOf:
        struggling.length >= ofNode.struggling ? 'all' : companiesWith(struggling, ofCompany.struggling),
    }
  }
}

/** Companies with so many lanes or more. */
function companiesWith(lanes: readonly Lane[], most: number): string[] {
  const companies = [...new Set(lanes.map(({ company }) => company))]
  return companies.filter(company => lanes.filter(lane => lane.company === company).length >= most)
}

const isStruggling = ({ failures, isSlow }: Lane): boolean => failures > 0 || isSlow

/** Time for calls under way when the program ends: what is not saved by then is sent again, with the same id. */
const patienceMs = 7000

/** Delivers until stopped; `stop` waits for the visits under way, as long as it can. */
export function startDelivering(calling: Calling, log: Logger, everyMs = 500): { stop(): Promise<void> } {
  const deliverer = new Deliverer(calling, log)
  const polling = poll(everyMs, new Outage(log, 'webhooks: delivering failed'), shouldContinue =>
    deliverer.beginVisits(shouldContinue),
  )
  return {
    stop: async () => {
      await polling.stop()
      await withPatience(deliverer.settle(), patienceMs)
    },
  }
}
