/** Exports that run on this node: few at once for a person and a company, so that the screens keep the database. */
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { commonProblem } from '#server/problems.ts'

/** The person who exports, with their company; the platform's operators are in none. */
type Exporter = { readonly userId: string; readonly companyId?: string }

/** Limits of exports at once. Each reads with one connection of the pool, which has sixteen. */
const most = { onNode: 8, ofCompany: 4, ofPerson: 2 }

/** Time after which somebody may try again: most exports take less. */
const retryAfterSeconds = 10

export class RunningExports {
  readonly #exporters = new Set<Exporter>()

  /** Counts an export until its answer has left, whole or broken. @throws ProblemError `too_many_exports` */
  begin(reply: FastifyReply, { userId, companyId }: Exporter): void {
    const running = [...this.#exporters]
    const ofCompany = running.filter(each => companyId !== undefined && each.companyId === companyId)
    const ofPerson = running.filter(each => each.userId === userId)
    if (
      running.length >= most.onNode ||
      ofCompany.length >= most.ofCompany ||
      ofPerson.length >= most.ofPerson
    )
      throw commonProblem('too_many_exports', {}, retryAfterSeconds)
    const exporter = { userId, ...(companyId !== undefined && { companyId }) }
    this.#exporters.add(exporter)
    finished(reply.raw, () => this.#exporters.delete(exporter))
  }
}
