// A vacuum after which PostgreSQL knows of every row of a table that it is there for everybody, and asks its indexes alone.
import { expect, vi } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'

/** Vacuums until no page is left: a transaction that somebody else has open keeps a first time from it. */
export async function vacuumed(app: TestApp, table: string): Promise<void> {
  const isWhole = async () => {
    await app.tamper(sql`vacuum (analyze, index_cleanup on)`)
    const [read] = await app.tamper(
      sql`select relpages - relallvisible as left from pg_class where oid = ${table}::regclass`,
    )
    expect(read?.left, `pages of ${table} left`).toBe(0)
  }
  await vi.waitFor(isWhole, { timeout: 20_000 })
}
