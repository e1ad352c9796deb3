/**
 * Statements sent in one turn of the event loop travel together: one write, one wake of PostgreSQL. With
 * `pipeline` the driver does not wait for an answer before it sends the next, but it writes each by itself.
 */
import type pg from 'pg'
import { isStalePlan } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'

/** Connections that remember statements as they were before a migration. */
const stale = new WeakSet<pg.PoolClient>()

/** Back to the pool, or closed when it broke or can no longer run what it has prepared. */
export function giveBack(client: pg.PoolClient, broken?: Error): void {
  client.release(broken ?? stale.has(client))
}

const gathering = new WeakSet<pg.PoolClient>()

export function send<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { text, values, name }: Sql,
): Promise<pg.QueryResult<Row>> {
  gather(client)
  const sent = client.query<Row>({ text, values: [...values], ...(name ? { name } : {}) })
  // Whoever awaits it sees the error; a sibling that failed first must not end the process.
  sent.catch(error => {
    if (isStalePlan(error)) stale.add(client)
  })
  return sent
}

/** A statement without values, or several: `begin; set local …`. */
export function command(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  gather(client)
  const sent = client.query(text)
  sent.catch(() => {})
  return sent
}

function gather(client: pg.PoolClient): void {
  if (gathering.has(client) || !('connection' in client)) return
  const { connection } = client
  const stream = streamOf(connection)
  if (!stream) return
  gathering.add(client)
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

type Corkable = { cork(): void; uncork(): void }

/** The driver's socket: public in its documentation of `Connection`, absent from the types of a pooled client. */
function streamOf(connection: unknown): Corkable | null {
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return null
  const { stream } = connection
  return isCorkable(stream) ? stream : null
}

function isCorkable(stream: unknown): stream is Corkable {
  return typeof stream === 'object' && stream !== null && 'cork' in stream && 'uncork' in stream
}
