/** Words of orders, by which a search finds them. */
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import { longestWord, wordsIn } from '#features/documents/rules/words.ts'
import { search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Worded = {
  readonly number: number
  readonly name: string
  readonly invoiceNumber: string | null
}

/** Writes the words of orders. Words of earlier revisions stay: whoever finds an order by them looks at it again. */
export async function saveWords(tx: TenantTx, documents: readonly Worded[]): Promise<void> {
  const words = documents.flatMap(({ number, name, invoiceNumber }) => {
    const key = invoiceKeyFrom(invoiceNumber)?.slice(0, longestWord) ?? []
    return [...new Set([...wordsIn(`${name} ${invoiceNumber ?? ''}`), key].flat())].map(word => ({
      word,
      number,
    }))
  })
  // Sorted, so that two transactions with equal words wait for each other in one order.
  const sorted = words.toSorted((a, b) =>
    a.word === b.word ? a.number - b.number : a.word < b.word ? -1 : 1,
  )
  await tx.insert(
    sorted.map(({ word, number }) => [tx.companyId, word, number]),
    // Not prepared: there would be a text for each number of words.
    values =>
      search`insert into document_word (company_id, word, number) values ${values} on conflict do nothing`,
  )
}

/**
 * The next orders whose words are not written, `most` at most, as long as each was made before `settled`: of that time
 * no transaction is still open, which might bring an order with a lesser number. Two that ask at once: the second waits.
 */
export async function documentsWithoutWords(tx: TenantTx, settled: Date, most: number): Promise<Worded[]> {
  await tx.run(sql`insert into document_worded (company_id, until) values (${tx.companyId}, 0)
    on conflict (company_id) do nothing`)
  const last = await tx.one<{ until: number }>(sql`
    select until from document_worded where company_id = ${tx.companyId} for update`)
  const found = await tx.all<Worded & { isSettled: boolean }>(sql`
    select number, name, invoice_number as "invoiceNumber", created_at < ${settled} as "isSettled" from document
    where company_id = ${tx.companyId} and number > ${last?.until ?? 0} order by number limit ${most}`)
  const open = found.findIndex(({ isSettled }) => !isSettled)
  return open === -1 ? found : found.slice(0, open)
}

/** Says that the words of all orders up to this one are written. */
export function saveWordedUntil(tx: TenantTx, number: number): Promise<void> {
  return tx.runOne(sql`update document_worded set until = ${number} where company_id = ${tx.companyId}`)
}
