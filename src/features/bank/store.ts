/** Rows of `bank_file`, `b` in its SQL: the files of the bank, each once. */
import type { BankFormat } from '#features/bank/rules/statement.ts'
import type { ToldLine } from '#features/bank/rules/told-lines.ts'
import { executesEverywhere } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'

/** True when the person executes in every project of the company. */
export async function findsEverywhere(tx: TenantTx, actor: Actor): Promise<boolean> {
  const found = await tx.one<{ everywhere: boolean }>(sql`select ${executesEverywhere(actor)} as everywhere`)
  return found?.everywhere ?? false
}

/** Account from which the company pays. */
export async function findCompanyIban(tx: TenantTx): Promise<string | null> {
  const found = await tx.one<{ iban: string | null }>(sql`
    select iban from company where company_id = ${tx.companyId}`)
  return found?.iban ?? null
}

/** True when the company lets lines that can be no other be settled as their file comes in. */
export async function settlesExactLines(tx: TenantTx): Promise<boolean> {
  const found = await tx.one<{ settles: boolean }>(sql`
    select settles_exact_lines as settles from company where company_id = ${tx.companyId}`)
  return found?.settles ?? false
}

export type FileToImport = { readonly id: string; readonly size: number; readonly sha256: string }

/** A file that the person uploaded; null for any other. */
export const ownUpload = (tx: TenantTx, actor: Actor, fileId: string): Promise<FileToImport | null> =>
  tx.one<FileToImport>(sql`
    select f.id, f.size, f.sha256 from file f
    where f.company_id = ${tx.companyId} and f.id = ${fileId} and f.uploaded_by = ${actor.userId}`)

export async function isImported(tx: TenantTx, digest: string): Promise<boolean> {
  const found = await tx.one(sql`
    select from bank_file b where b.company_id = ${tx.companyId} and b.sha256 = ${digest}`)
  return found !== null
}

/** Waits for whoever imports into this company, so that two files that overlap add each line once. */
export async function lockImports(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:bank`}, 0))`)
}

export type NewBankFile = {
  readonly id: string
  readonly fileId: string
  readonly sha256: string
  readonly format: BankFormat
  readonly lines: number
  readonly fresh: number
  readonly importedBy: string
}

export async function insertBankFile(tx: TenantTx, file: NewBankFile): Promise<void> {
  await tx.runOne(sql`
    insert into bank_file (company_id, id, file_id, sha256, format, lines, fresh, imported_by, imported_at)
    values (${tx.companyId}, ${file.id}, ${file.fileId}, ${file.sha256}, ${file.format}, ${file.lines},
      ${file.fresh}, ${file.importedBy}, ${tx.now})`)
}

/** Those of the lines that no file has told yet; locked imports add none meanwhile. */
export async function freshLines(tx: TenantTx, told: readonly ToldLine[]): Promise<ToldLine[]> {
  const byDigest = new Map(told.map(line => [sha256(line.key), line]))
  const known = await tx.all<{ key_sha256: string }>(sql`
    select l.key_sha256 from bank_line l
    where l.company_id = ${tx.companyId} and l.key_sha256 = any (${[...byDigest.keys()]}::text[])`)
  for (const { key_sha256 } of known) byDigest.delete(key_sha256)
  return [...byDigest.values()]
}

export async function insertLines(
  tx: TenantTx,
  bankFileId: string,
  lines: readonly ToldLine[],
): Promise<void> {
  await tx.insert(
    lines.map(line => [tx.companyId, newId(tx.now.getTime()), bankFileId, ...columnsFrom(line)]),
    values => search`insert into bank_line (company_id, id, bank_file_id, line_key, key_sha256, format, place, iban,
      booked_on, value_on, entry_minor, amount_minor, currency, part_number, part_count, said, counterparty_name,
      counterparty_iban, text, is_return, return_code, status, state) values ${values}`,
  )
}

function columnsFrom(told: ToldLine): unknown[] {
  const own = [told.key, sha256(told.key), told.format, told.place]
  if (told.line === null) {
    const { status } = told
    const state = status.outcome === 'rejected' ? 'open' : 'told'
    const none = Array<null>(8).fill(null)
    return [...own, ...none, '{}', null, null, status.text, false, null, JSON.stringify(status), state]
  }
  const { line, iban, currency, entryMinor } = told
  const { bookedOn, valueOn, amountMinor, part, references, counterparty, text, returned } = line
  return [
    ...own,
    iban,
    bookedOn,
    valueOn,
    entryMinor,
    amountMinor,
    currency,
    part?.number ?? null,
    part?.count ?? null,
    JSON.stringify(references),
    counterparty.name,
    counterparty.iban,
    text,
    returned !== null,
    returned?.code ?? null,
    null,
    'open',
  ]
}
