/** The pool: one dialect, one place where PostgreSQL types become ours, limits that free a stuck request. */
import pg from 'pg'
import type { Sql } from '#server/database/sql.ts'

export type Db = {
  readonly pool: pg.Pool
  /** A statement outside any company: sign-in, sessions, keys, the outbox. */
  run<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]>
  close(): Promise<void>
}

const oid = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const

type Parser = (text: string) => unknown
const parsers = new Map<number, Parser>([
  [oid.int8, BigInt],
  // Sums of whole amounts, which need more digits than a bigint has.
  [oid.numeric, BigInt],
  [oid.date, text => text],
  [oid.timestamptz, text => new Date(text).toISOString()],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers.get(id) ?? pg.types.getTypeParser(id, format),
}

type DbOptions = {
  readonly size?: number
  readonly onError?: (error: Error) => void
  /** For what reads everything there is, and nobody waits for. */
  readonly isPatient?: boolean
}

export function openDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size ?? 16,
    pipeline: true,
    types,
    keepAlive: true,
    query_timeout: options.isPatient ? 0 : 5_000,
    connectionTimeoutMillis: 2_000,
    statement_timeout: options.isPatient ? 0 : 4_000,
    // Who waits for a row waits twice: for the place in its queue, and for the row.
    lock_timeout: 1_100,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'visto-bueno',
    // Data in memory and on solid disks: an index is nearly as cheap as the next page. Statements are short.
    options: '-c random_page_cost=1.1 -c jit=off',
  })
  // An idle connection that the database closes must not end the process.
  pool.on('error', error => options.onError?.(error))
  // Nor one that is lost while it works: its statements reject, and whoever awaits them is told.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    pool,
    run: async <Row extends pg.QueryResultRow>({ text, values, name }: Sql) =>
      (await pool.query<Row>({ text, values: [...values], ...(name ? { name } : {}) })).rows,
    close: () => pool.end(),
  }
}

/**
 * A prepared statement whose columns changed type under it (a migration of a newer node): this connection can never
 * run it again, another one can.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** SQLSTATE of a database error, or null for any other. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}
