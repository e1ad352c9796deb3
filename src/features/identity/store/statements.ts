/**
 * The type of whatever runs a statement of the stores of identity. Accounts, sessions, links and factors are global: they belong to people, not to a
 * company, so the stores of identity need no `TenantTx`, and never touch a company's rows.
 */
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'

/** Sends statements: in the transaction of a company or of a person, or, from the pool, each in its own. */
export type Statements = { all<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> }

export const outsideAnyTransaction = (db: Db): Statements => ({ all: query => db.run(query) })
