/**
 * The only way to a company's rows. `withTenant` opens the transaction, sets the company for row level
 * security, checks in the same flight that the session is alive, and ends it: commit, or rollback for a
 * refusal as for a throw. Nobody else can make a `TenantTx`, so a store that takes one is proof.
 */
import type pg from 'pg'
import type { Actor } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import {
  type Claims,
  guessedActor,
  type LiveRow,
  liveActor,
  liveness,
  markSeen,
  missingStep,
  sameActor,
} from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import { type Channel, Connection } from '#server/database/connection.ts'
import type { Db } from '#server/database/db.ts'
import { command, giveBack, send } from '#server/database/flight.ts'
import { retrying } from '#server/database/retrying.ts'
import type { Sql } from '#server/database/sql.ts'
import { commonProblem } from '#server/problems.ts'

type Row = pg.QueryResultRow

type Way = {
  readonly connection: Connection
  /** The connection, or what gathers on it. */
  readonly channel: Channel
}

export class TenantTx {
  readonly companyId: string
  /** The instant of this transaction: every row it writes carries it. */
  readonly now: Date
  readonly requestId: string | null
  readonly #way: Way

  /** Made by `withTenant`, `asSystem` and `acrossCompanies` alone: see the tenancy test. */
  constructor(way: Way, companyId: string, requestId: string | null, now: Date = clock.now()) {
    this.#way = way
    this.companyId = companyId
    this.requestId = requestId
    this.now = now
  }

  /** The same transaction at another instant: how the demo tells a history. */
  at(instant: Date): TenantTx {
    return new TenantTx(this.#way, this.companyId, this.requestId, instant)
  }

  all<R extends Row>(query: Sql): Promise<R[]> {
    return this.#way.channel.query<R>(query)
  }

  async one<R extends Row>(query: Sql): Promise<R | null> {
    return (await this.all<R>(query))[0] ?? null
  }

  /** Number of rows written. */
  run(query: Sql): Promise<number> {
    return this.#way.channel.write({ query, isOne: false })
  }

  /** Writes exactly one row, or throws: the row was locked, so anything else is a bug. */
  async runOne(query: Sql): Promise<void> {
    await this.#way.channel.write({ query, isOne: true })
  }

  /**
   * Writes whose outcome the work does not wait for: they travel as one with the commit, which fails when they do,
   * or before the next statement. None sees what another has written, and they must stand whatever they answer.
   */
  whileCommitting(write: (gathering: TenantTx) => Promise<unknown>): void {
    const { connection } = this.#way
    const way = { connection, channel: connection.gathering }
    connection.holds(write(new TenantTx(way, this.companyId, this.requestId, this.now)))
  }
}

function wayOf(client: pg.PoolClient): Way {
  const connection = new Connection(client)
  return { connection, channel: connection }
}

export type Mode = 'read' | 'write'
export type Work<T> = (tx: TenantTx, actor: Actor) => Promise<T>
type Request = { readonly claims: Claims; readonly requestId: string | null; readonly mode: Mode }

/** Runs `work` in one transaction of the session's company. Sequential latency of a read: one round trip. */
export async function withTenant<T>(db: Db, request: Request, work: Work<T>): Promise<T> {
  const { companyId, acting } = request.claims
  if (companyId === null) throw commonProblem('forbidden')
  if (acting !== null && request.mode === 'write') throw commonProblem('viewing')
  const guess = guessedActor(request.claims, companyId)
  return retrying(async () => {
    const first = await attempt(db, request, guess, work)
    if ('value' in first) return first.value
    const second = await attempt(db, request, first.actor, work)
    if ('value' in second) return second.value
    throw commonProblem('busy')
  })
}

/** A transaction without a session: the outbox, the operator's commands, the demo. */
export async function asSystem<T>(db: Db, companyId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return retrying(async () => {
    const client = await db.pool.connect()
    const begun = command(client, opening(companyId, 'write'))
    const way = wayOf(client)
    return finish(client, way, async () => {
      const value = await work(new TenantTx(way, companyId, null))
      await begun
      return value
    })
  })
}

/** A transaction of no company, which visits companies one after the other. */
export type Across = {
  readonly now: Date
  /** A statement about people, sessions and mails: no company's rows are visible to it. */
  all<R extends Row>(query: Sql): Promise<R[]>
  visit<T>(companyId: string, work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** For what happens to a person in all of their companies, whole or not at all. */
export async function acrossCompanies<T>(
  db: Db,
  requestId: string | null,
  work: (across: Across) => Promise<T>,
): Promise<T> {
  return retrying(async () => {
    const client = await db.pool.connect()
    const begun = command(client, 'begin read write')
    const way = wayOf(client)
    const whole = new TenantTx(way, '', requestId)
    const visit: Across['visit'] = async (companyId, there) => {
      await command(client, inCompany(companyId))
      const here = wayOf(client)
      try {
        const value = await there(new TenantTx(here, companyId, requestId, whole.now))
        await here.connection.mustBeSound()
        await here.connection.leave()
        await command(client, "set local app.company_id = ''")
        return value
      } finally {
        here.connection.close()
      }
    }
    return finish(client, way, async () => {
      const value = await work({ now: whole.now, all: query => whole.all(query), visit })
      await begun
      return value
    })
  })
}

async function attempt<T>(
  db: Db,
  { claims, requestId, mode }: Request,
  guess: Actor,
  work: Work<T>,
): Promise<{ value: T } | { actor: Actor }> {
  const client = await db.pool.connect()
  const way = wayOf(client)
  const tx = new TenantTx(way, guess.companyId, requestId)
  const begun = command(client, opening(guess.companyId, mode))
  const alive = send<LiveRow>(client, liveness(claims, guess.companyId, tx.now))
  const worked = work(tx, guess)
  const ended = mode === 'read' ? way.connection.end() : null
  let truth = guess
  const judged = async () => {
    const [outcome] = await Promise.allSettled([worked, begun, alive])
    const row = (await alive).rows[0]
    if (!row) throw commonProblem('unauthenticated')
    const missing = missingStep(row, claims)
    if (missing) throw commonProblem(missing)
    truth = liveActor(guess, row)
    if (!sameActor(guess, truth)) throw new StaleActor()
    if (row.seen_counter < claims.counter) db.run(markSeen(claims)).catch(() => {})
    if (outcome.status === 'rejected') throw way.connection.causeOf(outcome.reason)
    return outcome.value
  }
  try {
    return { value: await (ended ? releasing(client, ended, judged) : finish(client, way, judged)) }
  } catch (error) {
    if (error instanceof StaleActor) return { actor: truth }
    throw error
  }
}

class StaleActor extends Error {}

/** `SET LOCAL` takes no parameter; the literal is a UUID that authentication gave us. */
function opening(companyId: string, mode: Mode): string {
  return `begin ${mode === 'read' ? 'read only' : 'read write'}; ${inCompany(companyId)}`
}

function inCompany(companyId: string): string {
  if (!isUuid(companyId)) throw new Error('company is not a UUID')
  return `set local app.company_id = '${companyId}'`
}

/** A read has sent its end behind its statements; the connection goes back when that has been answered. */
async function releasing<T>(
  client: pg.PoolClient,
  ended: Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  ended.then(
    () => giveBack(client),
    broken => giveBack(client, broken),
  )
  return work()
}

async function finish<T>(client: pg.PoolClient, way: Way, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work()
    if (isRefusal(value)) await way.connection.rollBack()
    else await commit(way)
    giveBack(client)
    return value
  } catch (error) {
    // A failed rollback means a broken connection: it leaves the pool, and PostgreSQL rolls back by itself.
    await way.connection.rollBack().then(
      () => giveBack(client),
      broken => giveBack(client, broken),
    )
    throw way.connection.causeOf(error)
  }
}

async function commit({ connection }: Way): Promise<void> {
  await connection.mustBeSound()
  const [left, ended] = await Promise.allSettled([connection.leave(), connection.end()])
  // What failed first is what the commit failed for.
  for (const outcome of [left, ended]) if (outcome.status === 'rejected') throw outcome.reason
  // A failed transaction answers ROLLBACK without an error.
  if (ended.status === 'fulfilled' && ended.value.command !== 'COMMIT')
    throw new Error(`transaction ended with ${ended.value.command}`)
}
