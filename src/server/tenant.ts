/**
 * The only way to a company's rows. `withTenant` opens the transaction, sets the company for row level
 * security, checks in the same flight that the session is alive, and ends it: commit, or rollback for a
 * refusal as for a throw. Nobody else can make a `TenantTx`, so a store that takes one is proof.
 */
import type pg from 'pg'
import type { Actor } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import { command, send } from '#server/flight.ts'
import { commonProblem } from '#server/problems.ts'
import { retrying } from '#server/retrying.ts'
import {
  type Claims,
  guessedActor,
  type LiveRow,
  liveActor,
  liveness,
  markSeen,
  missingStep,
  sameActor,
} from '#server/session.ts'
import { exactlyOne, type Sql } from '#server/sql.ts'

type Row = pg.QueryResultRow

export class TenantTx {
  readonly companyId: string
  /** The instant of this transaction: every row it writes carries it. */
  readonly now: Date
  readonly requestId: string | null
  readonly #client: pg.PoolClient
  #hasEnded = false
  #last: Sql | null = null
  readonly #under: Promise<unknown>[] = []

  /** Made by `withTenant`, `asSystem` and `acrossCompanies` alone: see the tenancy test. */
  constructor(client: pg.PoolClient, companyId: string, requestId: string | null, now: Date = clock.now()) {
    this.#client = client
    this.companyId = companyId
    this.requestId = requestId
    this.now = now
  }

  /** The same transaction at another instant: how the demo tells a history. */
  at(instant: Date): TenantTx {
    return new TenantTx(this.#client, this.companyId, this.requestId, instant)
  }

  async all<R extends Row>(query: Sql): Promise<R[]> {
    return (await this.#send<R>(query)).rows
  }

  async one<R extends Row>(query: Sql): Promise<R | null> {
    return (await this.#send<R>(query)).rows[0] ?? null
  }

  /** Number of rows written. */
  async run(query: Sql): Promise<number> {
    return (await this.#send(query)).rowCount ?? 0
  }

  /**
   * Writes exactly one row, or throws: the row was locked, so anything else is a bug. Of an update the database
   * itself demands it, so that a commit may already be on its way behind.
   */
  async runOne(query: Sql): Promise<void> {
    const isUpdate = /^\s*update\b/.test(query.text)
    const written = await this.run(isUpdate ? exactlyOne(query) : query)
    if (written !== 1) throw new Error(`expected to write one row, wrote ${written}: ${query.text}`)
  }

  /**
   * Writes whose outcome the work does not wait for: they travel with the commit, which fails when they do.
   * What they write must stand whatever they answer.
   */
  whileCommitting(writes: Promise<unknown>): void {
    writes.catch(() => {})
    this.#under.push(writes)
  }

  /** A statement that travels with the commit: it fails the transaction if it fails. */
  runWithCommit(query: Sql): void {
    this.#last = query
  }

  /** What is under way and must succeed for the commit to hold. */
  get under(): readonly Promise<unknown>[] {
    return this.#under
  }

  sendLast(): Promise<unknown> {
    return this.#last ? this.#send(this.#last) : Promise.resolve()
  }

  end(): Promise<pg.QueryResult> {
    this.#hasEnded = true
    return command(this.#client, 'commit')
  }

  #send<R extends Row>(query: Sql): Promise<pg.QueryResult<R>> {
    // A read ends behind its first statements: what came later would find no company, and no rows.
    if (this.#hasEnded) throw new Error('the transaction has ended: a read sends its statements at once')
    return send<R>(this.#client, query)
  }
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
    const tx = new TenantTx(client, companyId, null)
    return finish(client, tx, async () => {
      const value = await work(tx)
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
    const whole = new TenantTx(client, '', requestId)
    const visit: Across['visit'] = async (companyId, there) => {
      await command(client, inCompany(companyId))
      const value = await there(new TenantTx(client, companyId, requestId, whole.now))
      await command(client, "set local app.company_id = ''")
      return value
    }
    return finish(client, whole, async () => {
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
  const tx = new TenantTx(client, guess.companyId, requestId)
  const begun = command(client, opening(guess.companyId, mode))
  const alive = send<LiveRow>(client, liveness(claims, guess.companyId, tx.now))
  const worked = work(tx, guess)
  const ended = mode === 'read' ? tx.end() : null
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
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
  try {
    return { value: await (ended ? releasing(client, ended, judged) : finish(client, tx, judged)) }
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
    () => client.release(),
    broken => client.release(broken),
  )
  return work()
}

async function finish<T>(client: pg.PoolClient, tx: TenantTx, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work()
    if (isRefusal(value)) await command(client, 'rollback')
    else await commit(tx)
    client.release()
    return value
  } catch (error) {
    // A failed rollback means a broken connection: it leaves the pool, and PostgreSQL rolls back by itself.
    await command(client, 'rollback').then(
      () => client.release(),
      broken => client.release(broken),
    )
    throw error
  }
}

async function commit(tx: TenantTx): Promise<void> {
  const [under, last, ended] = await Promise.allSettled([Promise.all(tx.under), tx.sendLast(), tx.end()])
  // What failed first is what the others failed for.
  for (const outcome of [under, last, ended]) if (outcome.status === 'rejected') throw outcome.reason
  // A failed transaction answers ROLLBACK without an error.
  if (ended.status === 'fulfilled' && ended.value.command !== 'COMMIT')
    throw new Error(`transaction ended with ${ended.value.command}`)
}
