/**
 * The connection pool: decoding of PostgreSQL types in one place, and a timeout that frees a stuck request. PostgreSQL's
 * own limits belong to the role (`role-settings.ts`).
 */
import pg from 'pg'
import { clientOfEither } from '#server/database/next-passwords.ts'
import type { Sql } from '#server/database/sql.ts'
import { observeStatement } from '#server/traces/spans.ts'

export type Db = {
  readonly pool: pg.Pool
  /** True on a cluster that places rows by company (`distribute.ts`). */
  readonly isDistributed: boolean
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
  /** True for jobs that read whole tables while nobody waits. */
  readonly isPatient?: boolean
  /** False behind a pooler that gives each transaction another connection and does not carry prepared statements along. */
  readonly preparesStatements?: boolean
  readonly isDistributed?: boolean
  /** Passwords that the role is about to have, besides that of the address. */
  readonly nextPasswords?: readonly string[]
}

export function openDb(url: string, options: DbOptions = {}): Db {
  const { nextPasswords = [] } = options
  const pool = new pg.Pool({
    ...(nextPasswords.length > 0 ? { Client: clientOfEither(url, nextPasswords) } : {}),
    connectionString: url,
    max: options.size ?? 16,
    pipeline: true,
    types,
    keepAlive: true,
    query_timeout: options.isPatient ? 0 : 5_000,
    connectionTimeoutMillis: 2_000,
    application_name: 'visto-bueno',
  })
  // An idle connection that the database closes must not end the process.
  pool.on('error', error => options.onError?.(error))
  const isPrepared = options.preparesStatements ?? true
  pool.on('connect', client => {
    // A connection lost while it works must not end it either: its statements reject, and their callers see the error.
    client.on('error', () => {})
    if (!isPrepared) unprepared.add(client)
  })
  return {
    pool,
    isDistributed: options.isDistributed ?? false,
    run: async <Row extends pg.QueryResultRow>(query: Sql) => {
      const sent = pool.query<Row>(driverQuery(query, isPrepared))
      observeStatement(query.text, sent)
      return (await sent).rows
    },
    close: () => pool.end(),
  }
}

/** Connections on which no statement is prepared. */
const unprepared = new WeakSet<pg.PoolClient>()

export const preparesStatements = (client: pg.PoolClient): boolean => !unprepared.has(client)

/** The driver's form of a statement; with a name, the connection prepares it once and keeps its plan. */
export function driverQuery({ text, values, name }: Sql, isPrepared: boolean): pg.QueryConfig {
  return { text, values: [...values], ...(name && isPrepared ? { name } : {}) }
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
