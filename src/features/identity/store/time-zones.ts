/** The time zones that people chose for themselves, in `account`. */
import type { Statements } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'

/** Saves the time zone of a person; null for their company's. False when it was that one already. */
export async function saveTimeZone(
  on: Statements,
  userId: string,
  timeZone: string | null,
  now: Date,
): Promise<boolean> {
  const saved = await on.all(sql`
    update account set time_zone = ${timeZone}, updated_at = ${now}
    where id = ${userId} and time_zone is distinct from ${timeZone}::text returning id`)
  return saved.length > 0
}
