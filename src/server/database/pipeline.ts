/**
 * Pipelining: the statements of one turn of the event loop are written to the socket at once, in one round trip. With
 * `pipeline` the driver waits for no answer between statements, but it writes each by itself, and PostgreSQL would wake
 * for each.
 */
import type pg from 'pg'
import { driverQuery, isStalePlan, preparesStatements } from '#server/database/db.ts'
import { mostShaped, type Sql } from '#server/database/sql.ts'
import { observeStatement } from '#server/traces/spans.ts'

/** Connections whose prepared statements date from before a migration. */
const stale = new WeakSet<pg.PoolClient>()

/** Names of the shaped statements that a connection has prepared. */
const shapedNames = new WeakMap<pg.PoolClient, Set<string>>()

/**
 * Returns a connection to the pool, or closes it: when it is broken, its prepared statements are stale, or so many of
 * them are no longer asked for that their memory is worth a new connection.
 */
export function giveBack(client: pg.PoolClient, broken?: Error): void {
  const isCrowded = (shapedNames.get(client)?.size ?? 0) > 1.5 * mostShaped
  client.release(broken ?? (stale.has(client) || isCrowded))
}

/** Connections whose socket is corked until the end of this turn of the event loop. */
const corked = new WeakSet<pg.PoolClient>()

export function send<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: Sql,
): Promise<pg.QueryResult<Row>> {
  cork(client)
  if (query.isShaped && query.name) noteShaped(client, query.name)
  const sent = client.query<Row>(driverQuery(query, preparesStatements(client)))
  observeStatement(query.text, sent)
  // The caller that awaits `sent` sees the error; without a handler here, one that fails before it is awaited would
  // end the process.
  sent.catch(error => {
    if (isStalePlan(error)) stale.add(client)
  })
  return sent
}

function noteShaped(client: pg.PoolClient, name: string): void {
  const names = shapedNames.get(client) ?? new Set()
  shapedNames.set(client, names.add(name))
}

/**
 * Setting of a cluster, for transactions that write accounts or sessions: those are refused once memberships of several
 * companies were read over several connections. A server that is no cluster takes the setting and has no use for it.
 */
export const oneConnectionPerNode = "set local citus.multi_shard_modify_mode = 'sequential'"

/** Sends one or several statements without values: `begin; set local …`. */
export function command(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  cork(client)
  const sent = client.query(text)
  observeStatement(text, sent)
  sent.catch(() => {})
  return sent
}

function cork(client: pg.PoolClient): void {
  if (corked.has(client) || !('connection' in client)) return
  const { connection } = client
  const stream = driverSocket(connection)
  if (!stream) return
  corked.add(client)
  stream.cork()
  process.nextTick(() => {
    corked.delete(client)
    stream.uncork()
  })
}

type Corkable = { cork(): void; uncork(): void }

/** The driver's socket: documented as public on `Connection`, absent from the types of a pooled client. */
function driverSocket(connection: unknown): Corkable | null {
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return null
  const { stream } = connection
  return isCorkable(stream) ? stream : null
}

function isCorkable(stream: unknown): stream is Corkable {
  return typeof stream === 'object' && stream !== null && 'cork' in stream && 'uncork' in stream
}
