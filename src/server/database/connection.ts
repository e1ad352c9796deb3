/**
 * A transaction's statements on their way to the database. Most leave at once; writes that nobody waits for gather
 * and leave as one statement, with the commit or before whatever is asked next: a statement less costs less than
 * any tuning of it.
 */
import type pg from 'pg'
import { sqlState } from '#server/database/db.ts'
import { command, send } from '#server/database/flight.ts'
import { type Sql, together, type Write } from '#server/database/sql.ts'

type Row = pg.QueryResultRow

export type Channel = {
  query<R extends Row>(query: Sql): Promise<R[]>
  /** Number of rows written. */
  write(write: Write): Promise<number>
}

type Gathered = {
  readonly write: Write
  readonly resolve: (written: number) => void
  readonly reject: (error: unknown) => void
}

const transactionLost = '25P02'

export class Connection implements Channel {
  readonly #client: pg.PoolClient
  #hasEnded = false
  #gathered: Gathered[] = []
  readonly #under: Promise<unknown>[] = []
  /** What work that gathers failed for, before anything of it left. */
  #broken: { readonly error: unknown } | null = null
  #failure: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async query<R extends Row>(query: Sql): Promise<R[]> {
    return (await this.#send<R>(query)).rows
  }

  async write({ query, isOne }: Write): Promise<number> {
    const written = (await this.#send(query)).rowCount ?? 0
    if (isOne && written !== 1) throw new Error(`expected to write one row, wrote ${written}: ${query.text}`)
    return written
  }

  /** For writes that gather. */
  readonly gathering: Channel = {
    query: () => {
      throw new Error('what gathers answers nothing')
    },
    write: write =>
      new Promise((resolve, reject) => {
        this.#refuseAfterEnd()
        this.#gathered.push({ write, resolve, reject })
      }),
  }

  /** Work whose writes gather, and which must succeed. */
  track(work: Promise<unknown>): void {
    work.catch(error => {
      this.#broken ??= { error }
    })
    this.#under.push(work)
  }

  /**
   * Fails when work that gathers has failed in the program: asked before anything leaves, because a commit that went
   * behind what was gathered until then would keep half of it, and the key that says all of it was done.
   */
  async mustBeSound(): Promise<void> {
    if (this.#under.length === 0) return
    // Its promises have settled by the next turn of the event loop: what gathers waits for nothing else.
    await new Promise(resolve => setImmediate(resolve))
    if (this.#broken) throw this.#broken.error
  }

  /** What failed first, when the error only says that the transaction is lost: siblings of a flight fail with it. */
  causeOf(error: unknown): unknown {
    return sqlState(error) === transactionLost ? (this.#failure ?? error) : error
  }

  /** Sends what has gathered, before this returns: the commit can leave behind it. */
  async flush(): Promise<void> {
    this.#sendGathered()
    await Promise.all(this.#under)
  }

  /** Ends the transaction behind what was sent. */
  end(): Promise<pg.QueryResult> {
    this.close()
    return command(this.#client, 'commit')
  }

  /** Takes the transaction back, and nothing of it is sent any more. */
  rollBack(): Promise<pg.QueryResult> {
    this.close()
    return command(this.#client, 'rollback')
  }

  /** Work that goes on by itself is refused: its connection serves somebody else by then, in another company. */
  close(): void {
    this.#hasEnded = true
  }

  #send<R extends Row>(query: Sql): Promise<pg.QueryResult<R>> {
    this.#refuseAfterEnd()
    this.#sendGathered()
    return this.#sendNow<R>(query)
  }

  #sendNow<R extends Row>(query: Sql): Promise<pg.QueryResult<R>> {
    const sent = send<R>(this.#client, query)
    sent.catch(error => {
      this.#failure ??= error
    })
    return sent
  }

  #sendGathered(): void {
    const gathered = this.#gathered
    if (gathered.length === 0) return
    this.#gathered = []
    const writes = together(gathered.map(({ write }) => write))
    this.#sendNow<{ counts: number[] }>(writes).then(
      ({ rows: [row] }) => {
        for (const [index, { resolve }] of gathered.entries()) resolve(row?.counts[index] ?? 0)
      },
      error => {
        for (const { reject } of gathered) reject(error)
      },
    )
  }

  #refuseAfterEnd(): void {
    // A read ends behind its first statements, a write with its commit or rollback: what came later would find no
    // company and no rows, or those of whoever has the connection then.
    if (this.#hasEnded) throw new Error('the transaction has ended: its statements are sent at once')
  }
}
