/** The connection pool: decoding of PostgreSQL types in one place, and timeouts that free a stuck request. */
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
  // Sums of integer amounts: PostgreSQL gives them as numeric, because they may exceed int8.
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
  /** True for jobs that read whole tables while nobody waits: no statement timeouts. */
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
    // A lock on a row waits twice: for the row's lock queue, and for the row.
    lock_timeout: 1_100,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'visto-bueno',
    // Data in memory and on solid-state disks: a random page costs nearly the same as the next one. No JIT: statements
    // are too short to repay its compilation.
    options: '-c random_page_cost=1.1 -c jit=off',
  })
  // An idle connection that the database closes must not end the process.
  pool.on('error', error => options.onError?.(error))
  // A connection lost while it works must not end it either: its statements reject, and their callers see the error.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    pool,
    run: async <Row extends pg.QueryResultRow>({ text, values, name }: Sql) =>
      (await pool.query<Row>({ text, values: [...values], ...(name ? { name } : {}) })).rows,
    close: () => pool.end(),
  }
}

/**
 * True for a prepared statement whose result columns a migration of a newer node has changed: this connection can
 * never run it again, a fresh one can.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** SQLSTATE of a database error, or null for any other. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}
