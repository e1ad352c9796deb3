/**
 * The connection of one transaction. Most statements are sent at once; batched writes, whose result nobody waits for,
 * are sent as one statement, with the commit or before the next statement: one statement fewer saves more than tuning.
 */
import type pg from 'pg'
import { sqlState } from '#server/database/db.ts'
import { withKnownCompany } from '#server/database/distributed.ts'
import { command, send } from '#server/database/pipeline.ts'
import { type Sql, together, type Write } from '#server/database/sql.ts'

type Row = pg.QueryResultRow

export type Channel = {
  query<R extends Row>(query: Sql): Promise<R[]>
  /** Number of rows written. */
  write(write: Write): Promise<number>
}

type BatchedWrite = {
  readonly write: Write
  readonly resolve: (written: number) => void
  readonly reject: (error: unknown) => void
}

const transactionLost = '25P02'

export class Connection implements Channel {
  readonly #client: pg.PoolClient
  readonly #placedBy: string | null
  #hasEnded = false
  #isKeptOpen = false
  #batch: BatchedWrite[] = []
  /** Work that batches its writes: the commit waits for all of it. */
  readonly #tracked: Promise<unknown>[] = []
  /** The first error of tracked work. */
  #trackedError: { readonly error: unknown } | null = null
  /** The first error of a statement. */
  #failure: unknown
  /** True while the transaction plans its statements once for a connection. */
  #plansOnce = false

  /** `placedBy`: the company whose node a distributed database must find; null on any other. */
  constructor(client: pg.PoolClient, placedBy: string | null) {
    this.#client = client
    this.#placedBy = placedBy
  }

  async query<R extends Row>(query: Sql): Promise<R[]> {
    return (await this.#send<R>(query)).rows
  }

  async write({ query, isOne }: Write): Promise<number> {
    const written = (await this.#send(query)).rowCount ?? 0
    if (isOne && written !== 1) throw new Error(`expected to write one row, wrote ${written}: ${query.text}`)
    return written
  }

  /** True for a read that asks again once it has an answer: its commit is not sent behind its first statements. */
  get isKeptOpen(): boolean {
    return this.#isKeptOpen
  }

  keepOpen(): void {
    this.#refuseAfterEnd()
    this.#isKeptOpen = true
  }

  /** The channel that batches writes instead of sending them; it answers no queries. */
  readonly gathering: Channel = {
    query: () => {
      throw new Error('a batched write answers nothing, so that nothing can be read by it')
    },
    write: write =>
      new Promise((resolve, reject) => {
        this.#refuseAfterEnd()
        this.#batch.push({ write, resolve, reject })
      }),
  }

  /** Registers work that batches its writes: the transaction fails when it does. */
  track(work: Promise<unknown>): void {
    work.catch(error => {
      this.#trackedError ??= { error }
    })
    this.#tracked.push(work)
  }

  /**
   * Throws when tracked work has failed in the program. Called before the batch is sent, because a commit behind a
   * half-filled batch would keep half of the writes, and the idempotency key that claims all of them.
   */
  async throwTrackedError(): Promise<void> {
    if (this.#tracked.length === 0) return
    // A failure in the program shows by the next turn of the event loop: tracked work waits for nothing but its writes.
    await new Promise(resolve => setImmediate(resolve))
    if (this.#trackedError) throw this.#trackedError.error
  }

  /** The first failure, when `error` only says that the transaction is aborted, as every later statement is told. */
  findCause(error: unknown): unknown {
    return sqlState(error) === transactionLost ? (this.#failure ?? error) : error
  }

  /** Sends the batch synchronously, so that the commit can be sent right behind it; resolves when all is written. */
  async flush(): Promise<void> {
    this.#sendBatch()
    await Promise.all(this.#tracked)
  }

  /** Commits behind the statements already sent, and refuses later ones. */
  end(): Promise<pg.QueryResult> {
    this.close()
    return command(this.#client, 'commit')
  }

  /** Rolls back, and refuses later statements. */
  rollBack(): Promise<pg.QueryResult> {
    this.close()
    return command(this.#client, 'rollback')
  }

  /** Refuses later statements: by then the pooled connection may serve another request, in another company. */
  close(): void {
    this.#hasEnded = true
  }

  #send<R extends Row>(query: Sql): Promise<pg.QueryResult<R>> {
    this.#refuseAfterEnd()
    this.#sendBatch()
    return this.#sendNow<R>(query)
  }

  #sendNow<R extends Row>(query: Sql): Promise<pg.QueryResult<R>> {
    this.#setPlanning(query)
    const sent = send<R>(
      this.#client,
      this.#placedBy === null ? query : withKnownCompany(query, this.#placedBy),
    )
    sent.catch(error => {
      this.#failure ??= error
    })
    return sent
  }

  /**
   * Says before a statement how it is planned, where that changes: prepared statements behind one that is planned once
   * are so too, which saves the way back. A distributed database plans in its own way.
   */
  #setPlanning({ name, isPlannedOnce = false }: Sql): void {
    const isOnce = isPlannedOnce || (this.#plansOnce && name !== undefined)
    if (isOnce === this.#plansOnce || this.#placedBy !== null) return
    this.#plansOnce = isOnce
    command(this.#client, `set local plan_cache_mode = ${isOnce ? 'force_generic_plan' : 'auto'}`)
  }

  #sendBatch(): void {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    if (this.#placedBy !== null) this.#sendEach(batch)
    else this.#sendTogether(batch)
  }

  #sendTogether(batch: readonly BatchedWrite[]): void {
    const writes = together(batch.map(({ write }) => write))
    this.#sendNow<{ counts: number[] }>(writes).then(
      ({ rows: [row] }) => {
        for (const [index, { resolve }] of batch.entries()) resolve(row?.counts[index] ?? 0)
      },
      error => {
        for (const { reject } of batch) reject(error)
      },
    )
  }

  /** A distributed database runs the writes of one statement one after the other, each with a round trip of its own. */
  #sendEach(batch: readonly BatchedWrite[]): void {
    for (const { write, resolve, reject } of batch) this.write(write).then(resolve, reject)
  }

  #refuseAfterEnd(): void {
    // A read commits behind its first statements, a write ends with its commit or rollback: a later statement would
    // run without a company, and find no rows, or in the transaction of the connection's next user.
    if (this.#hasEnded) throw new Error('the transaction has ended: its statements are sent at once')
  }
}
