/**
 * Transactions of a company: the only access to its rows. Each sets the company for row level security, and commits, or
 * rolls back for a refusal as for a throw. `withTenant` serves a session and checks that it may go on, `asSystem` the
 * program itself, `acrossCompanies` a change to a person in all of their companies. Only this file makes a `TenantTx`,
 * so a store function that takes one runs inside such a transaction.
 */
import type pg from 'pg'
import { type Actor, onlyReads } from '#kernel/actor.ts'
import { markTokenUsed } from '#server/auth/api-token-liveness.ts'
import {
  actorFromClaims,
  type Claims,
  liveActor,
  markSeen,
  missingStep,
  rememberMember,
  sameActor,
} from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { endedProblem, readLiveness } from '#server/database/liveness.ts'
import { command, oneConnectionPerNode } from '#server/database/pipeline.ts'
import { transaction } from '#server/database/retrying.ts'
import { type Part, rows, type Sql } from '#server/database/sql.ts'
import {
  beginInCompany,
  commitOrRollBack,
  newTransport,
  releaseAfterCommit,
  setCompanyStatement,
  type Transport,
} from '#server/database/transport.ts'
import { commonProblem } from '#server/problems.ts'

type Row = pg.QueryResultRow

/** A transaction of one company, in which statements see and write its rows alone. */
export class TenantTx {
  readonly companyId: string
  /** The instant of this transaction, carried by every row that it writes. */
  readonly now: Date
  readonly requestId: string | null
  readonly #transport: Transport

  /** Called in this file alone, which the tenancy test holds. */
  constructor(transport: Transport, companyId: string, requestId: string | null, now: Date = clock.now()) {
    this.#transport = transport
    this.companyId = companyId
    this.requestId = requestId
    this.now = now
  }

  /** This transaction under another instant, with which the demo writes a history. */
  at(instant: Date): TenantTx {
    return new TenantTx(this.#transport, this.companyId, this.requestId, instant)
  }

  /** Every row of a query. */
  all<R extends Row>(query: Sql): Promise<R[]> {
    return this.#transport.channel.query<R>(query)
  }

  /** The first row of a query, or null. */
  async one<R extends Row>(query: Sql): Promise<R | null> {
    return (await this.all<R>(query))[0] ?? null
  }

  /**
   * Announces, before the first answer is awaited, that a read will ask again: its commit then waits for the work
   * instead of leaving with the first statements, which costs one round trip more.
   */
  readInSteps(): void {
    this.#transport.connection.keepOpen()
  }

  /** Number of rows written. */
  run(query: Sql): Promise<number> {
    return this.#transport.channel.write({ query, isOne: false })
  }

  /** Inserts rows by the statements that `write` makes of their values: one, or several for very many rows. */
  async insert(list: readonly (readonly unknown[])[], write: (values: Part) => Sql): Promise<number> {
    const most = Math.floor(maxValues / (list[0]?.length ?? 1))
    let written = 0
    for (let from = 0; from < list.length; from += most)
      written += await this.run(write(rows(list.slice(from, from + most))))
    return written
  }

  /** Writes exactly one row, or throws: the row was locked, so another count is a bug. */
  async runOne(query: Sql): Promise<void> {
    await this.#transport.channel.write({ query, isOne: true })
  }

  /**
   * Batches writes whose result the work does not wait for: they are sent as one statement, with the commit, which
   * fails when they do, or before the next statement. No batched write sees the rows of another, and `write` must not
   * branch on their results.
   */
  batchWithCommit(write: (gathering: TenantTx) => Promise<unknown>): void {
    const { connection } = this.#transport
    const transport = { connection, channel: connection.gathering }
    connection.track(write(new TenantTx(transport, this.companyId, this.requestId, this.now)))
  }
}

/** Values of one statement: the protocol carries 65,535. */
const maxValues = 30_000

export type Mode = 'read' | 'write'

export type Work<T> = (tx: TenantTx, actor: Actor) => Promise<T>

type Request = {
  readonly claims: Claims
  readonly requestId: string | null
  readonly mode: Mode
  /** True for a write that a role which only reads may make too. */
  readonly forReaders?: boolean
}

/**
 * Runs `work` in one transaction of the session's company. A read takes one round trip, unless it reads in steps. The
 * work begins with the actor that the token claims; when the rows of session, person and company say otherwise, it is
 * rolled back and run again with the actor that they give.
 *
 * @throws ProblemError `unauthenticated` when the session has ended, `forbidden` without a company and for a write of a
 * role that only reads, `busy` when the actor keeps changing.
 */
export async function withTenant<T>(db: Db, request: Request, work: Work<T>): Promise<T> {
  const { companyId, impersonator } = request.claims
  if (companyId === null) throw commonProblem('forbidden')
  if (impersonator !== null && request.mode === 'write') throw commonProblem('impersonating')
  const claimedActor = actorFromClaims(request.claims, companyId)
  return transaction(request.mode, companyId, async () => {
    let actor = claimedActor
    // Once as claimed, once for claims that are out of date, and once more for rows that change meanwhile.
    for (let tries = 0; tries < 3; tries++) {
      const outcome = await tryAsActor(db, request, actor, work)
      if ('value' in outcome) return outcome.value
      actor = outcome.actor
    }
    throw commonProblem('busy')
  })
}

/** Runs `work` in a transaction of a company without a session: for the outbox, the operator's commands, the demo. */
export async function asSystem<T>(db: Db, companyId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return transaction('write', companyId, async () => {
    const client = await db.pool.connect()
    const begun = beginInCompany(db, client, companyId, `begin read write; ${oneConnectionPerNode}`)
    const transport = newTransport(db, client, companyId)
    return commitOrRollBack(client, transport, async () => {
      const value = await work(new TenantTx(transport, companyId, null))
      await begun
      return value
    })
  })
}

/** A transaction outside any company, which visits companies one after the other. */
export type Across = {
  readonly now: Date
  /** A statement about people, sessions and mails: no company's rows are visible to it. */
  all<R extends Row>(query: Sql): Promise<R[]>
  visit<T>(companyId: string, work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** Runs a change to a person in all of their companies in one transaction: in every company, or in none. */
export async function acrossCompanies<T>(
  db: Db,
  requestId: string | null,
  work: (across: Across) => Promise<T>,
): Promise<T> {
  return transaction('write', null, async () => {
    const client = await db.pool.connect()
    const begun = command(client, `begin read write; ${oneConnectionPerNode}`)
    const transport = newTransport(db, client, null)
    const whole = new TenantTx(transport, '', requestId)
    const visit: Across['visit'] = async (companyId, visiting) => {
      await command(client, setCompanyStatement(companyId))
      const own = newTransport(db, client, companyId)
      try {
        const value = await visiting(new TenantTx(own, companyId, requestId, whole.now))
        await own.connection.throwTrackedError()
        await own.connection.flush()
        await command(client, "set local app.company_id = ''")
        return value
      } finally {
        own.connection.close()
      }
    }
    return commitOrRollBack(client, transport, async () => {
      const value = await work({ now: whole.now, all: query => whole.all(query), visit })
      await begun
      return value
    })
  })
}

/**
 * One try with the claimed actor: the value of the work, or the actor that the rows give, when it is another. Begin,
 * liveness and the first statements of the work leave together; of a read, the commit leaves with them.
 */
async function tryAsActor<T>(
  db: Db,
  { claims, requestId, mode, forReaders = false }: Request,
  claimedActor: Actor,
  work: Work<T>,
): Promise<{ value: T } | { actor: Actor }> {
  const client = await db.pool.connect()
  const transport = newTransport(db, client, claimedActor.companyId)
  const tx = new TenantTx(transport, claimedActor.companyId, requestId)
  const begin = mode === 'read' ? 'begin read only' : 'begin read write'
  const begun = beginInCompany(db, client, claimedActor.companyId, begin)
  const livenessRead = readLiveness(db, client, claims, claimedActor.companyId, tx.now)
  const mayWork = mode === 'read' || forReaders || !onlyReads(claimedActor.role)
  // The rows are asked in any case: the role may be another by now.
  const worked = mayWork ? work(tx, claimedActor) : Promise.reject(commonProblem('forbidden'))
  const commitsAtOnce = mode === 'read' && !transport.connection.isKeptOpen
  const ended = commitsAtOnce ? transport.connection.end() : null
  let actor = claimedActor
  const verify = async () => {
    const [outcome] = await Promise.allSettled([worked, begun, livenessRead])
    const row = await livenessRead
    if (!row) throw endedProblem(claims)
    const missing = missingStep(row, claims)
    if (missing) throw commonProblem(missing)
    actor = liveActor(claimedActor, row)
    rememberMember(actor)
    if (!sameActor(claimedActor, actor)) throw new StaleActor()
    if (row.seen_counter < claims.counter) db.run(markSeen(claims)).catch(() => {})
    if (row.is_unmarked) noteTokenUse(db, claims, claimedActor.companyId)
    if (outcome.status === 'rejected') throw transport.connection.findCause(outcome.reason)
    return outcome.value
  }
  try {
    return {
      value: await (ended
        ? releaseAfterCommit(client, ended, verify)
        : commitOrRollBack(client, transport, verify)),
    }
  } catch (error) {
    if (error instanceof StaleActor) return { actor }
    throw error
  }
}

/** Thrown to roll back work that was done as an actor whom the rows contradict. */
class StaleActor extends Error {}

/** Writes that an API token was used, in a transaction of its own that no answer waits for. */
function noteTokenUse(db: Db, { tokenId }: Claims, companyId: string): void {
  if (tokenId !== undefined)
    asSystem(db, companyId, tx => tx.run(markTokenUsed(tokenId, companyId, tx.now))).catch(() => {})
}
