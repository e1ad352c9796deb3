/** The type of whatever runs a statement on the rows of company sign-in that are of no company. */
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'

/** Sends statements: in the transaction of a company, or, from the pool, each in its own. */
export type Statements = { all<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> }

export const outsideAnyTransaction = (db: Db): Statements => ({ all: query => db.run(query) })
