/** Way of a transaction over its connection: it begins in a company, and ends by a commit or is rolled back. */
import type pg from 'pg'
import { isUuid } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { type Channel, Connection } from '#server/database/connection.ts'
import type { Db } from '#server/database/db.ts'
import { command, giveBack } from '#server/database/pipeline.ts'

export type Transport = {
  readonly connection: Connection
  /** Sender of the statements: the connection itself, or its batch. */
  readonly channel: Channel
}

export function newTransport(db: Db, client: pg.PoolClient, companyId: string | null): Transport {
  const connection = new Connection(client, db.isDistributed ? companyId : null)
  return { connection, channel: connection }
}

/** Begins the transaction of a company: with one message, or two for a distributed database, which repeats the second on other nodes. */
export function beginInCompany(
  { isDistributed }: Pick<Db, 'isDistributed'>,
  client: pg.PoolClient,
  companyId: string,
  begin: string,
): Promise<unknown> {
  const setting = setCompanyStatement(companyId)
  if (!isDistributed) return command(client, `${begin}; ${setting}`)
  const ready = Promise.all([command(client, begin), command(client, setting)])
  ready.catch(() => {})
  return ready
}

/** `SET LOCAL` takes no parameter: its literal is checked to be a UUID. */
export function setCompanyStatement(companyId: string): string {
  if (!isUuid(companyId)) throw new Error('company is not a UUID')
  return `set local app.company_id = '${companyId}'`
}

/** Returns the connection of a read to the pool once its commit, sent behind its statements, has been answered. */
export async function releaseAfterCommit<T>(
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

/** Commits once the work is done, or rolls back, and returns the connection to the pool. */
export async function commitOrRollBack<T>(
  client: pg.PoolClient,
  transport: Transport,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const value = await work()
    if (isRefusal(value)) await transport.connection.rollBack()
    else await commit(transport)
    giveBack(client)
    return value
  } catch (error) {
    // A failed rollback means a broken connection: the pool drops it, and PostgreSQL rolls back by itself.
    await transport.connection.rollBack().then(
      () => giveBack(client),
      broken => giveBack(client, broken),
    )
    throw transport.connection.findCause(error)
  }
}

/** Sends the batch and the commit behind it; @throws the first failure, which the commit alone would not tell. */
async function commit({ connection }: Transport): Promise<void> {
  await connection.throwTrackedError()
  const [flushed, ended] = await Promise.allSettled([connection.flush(), connection.end()])
  // A failed batch is the reason for which the commit failed, so its error comes first.
  for (const outcome of [flushed, ended]) if (outcome.status === 'rejected') throw outcome.reason
  // A failed transaction answers ROLLBACK without an error.
  if (ended.status === 'fulfilled' && ended.value.command !== 'COMMIT')
    throw new Error(`transaction ended with ${ended.value.command}`)
}
