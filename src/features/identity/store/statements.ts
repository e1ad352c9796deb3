/**
 * Accounts, sessions and what belongs to them are global: people's, and not a company's. So these functions
 * take statements of any transaction, and a company's rows are never among them.
 */
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'

/** A transaction of a company or of a person, or the pool. */
export type Statements = { all<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> }

export const outsideAnyTransaction = (db: Db): Statements => ({ all: query => db.run(query) })
