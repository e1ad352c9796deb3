/** Housekeeping: the words of new orders are written, by which searches find them. */
import { documentsWithoutWords, saveWordedUntil, saveWords } from '#features/documents/store/words.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

/** Orders of one transaction: a second's work at most. */
const batch = 2000

/** Minutes after which no transaction is still open, with the clocks of the nodes an hour apart at most. */
const settledMinutes = 90

export function writeWords(
  db: Db,
  { minutes = settledMinutes } = {},
): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    for (const company of companies) while ((await writeSome(db, company, minutes)) === batch);
  }
}

const writeSome = (db: Db, company: string, minutes: number): Promise<number> =>
  asSystem(db, company, async tx => {
    const documents = await documentsWithoutWords(tx, new Date(tx.now.getTime() - minutes * 60_000), batch)
    const last = documents.at(-1)
    if (!last) return 0
    await saveWords(tx, documents)
    await saveWordedUntil(tx, last.number)
    return documents.length
  })
