/**
 * A transaction of one person and no company: sign-in and refresh, before a company is chosen. Row level
 * security then shows the person's own memberships, and the companies they name, and no other tenant row.
 */
import type pg from 'pg'
import { isUuid } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { Sql } from '#server/sql.ts'

/** Made by `asPerson` alone. */
export class PersonTx {
  readonly userId: string
  readonly now: Date
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient, userId: string) {
    this.#client = client
    this.userId = userId
    this.now = clock.now()
  }

  async all<R extends pg.QueryResultRow>({ text, values, name }: Sql): Promise<R[]> {
    const sent = this.#client.query<R>({ text, values: [...values], ...(name ? { name } : {}) })
    // Whoever awaits it sees the error; a sibling that failed first must not end the process.
    sent.catch(() => {})
    return (await sent).rows
  }

  async one<R extends pg.QueryResultRow>(query: Sql): Promise<R | null> {
    return (await this.all<R>(query))[0] ?? null
  }
}

/** `SET LOCAL` takes no parameter; the literal is a UUID of ours. */
export async function asPerson<T>(db: Db, userId: string, work: (tx: PersonTx) => Promise<T>): Promise<T> {
  if (!isUuid(userId)) throw new Error('person is not a UUID')
  const client = await db.pool.connect()
  try {
    const begun = client.query(`begin; set local app.user_id = '${userId}'`)
    begun.catch(() => {})
    const value = await work(new PersonTx(client, userId))
    await begun
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`transaction ended with ${command}`)
    client.release()
    return value
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      broken => client.release(broken),
    )
    throw error
  }
}
