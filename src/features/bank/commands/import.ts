/** A file of the bank: read in its thread, outside of any transaction, and kept with those of its lines that are new. */
import { bankFact } from '#features/bank/facts.ts'
import { readBankFile } from '#features/bank/readers/reading.ts'
import { deskAbilities, soundAccounts } from '#features/bank/rules/desk.ts'
import type { BankFile, BankFormat } from '#features/bank/rules/statement.ts'
import { accountsTold, ofAccount, toldLines } from '#features/bank/rules/told-lines.ts'
import {
  type FileToImport,
  findCompanyIban,
  findsEverywhere,
  freshLines,
  insertBankFile,
  insertLines,
  isImported,
  lockImports,
  ownUpload,
} from '#features/bank/store.ts'
import type { importBankFile } from '#features/bank/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, readBytes } from '#server/files/file-store.ts'
import type { Each } from '#server/http/route.ts'

type Answer = Omit<ResponseOf<typeof importBankFile>, 'settled'>

export async function importFile(
  each: Each,
  files: Pick<FileStore, 'read'>,
  { fileId }: BodyOf<typeof importBankFile>,
): Promise<Answer | Refusal> {
  const found = await each((tx, actor) => fileToImport(tx, actor, fileId))
  if (isRefusal(found)) return found
  const { companyId, file } = found
  const read = await readBankFile(await readBytes(files, companyId, file))
  return isRefusal(read) ? read : each((tx, actor) => keep(tx, actor, file, read))
}

type Found = { readonly companyId: string; readonly file: FileToImport }

async function fileToImport(tx: TenantTx, actor: Actor, fileId: string): Promise<Found | Refusal> {
  const [executesEverywhere, file] = await Promise.all([
    findsEverywhere(tx, actor),
    ownUpload(tx, actor, fileId),
  ])
  const may = deskAbilities({ ...actor, executesEverywhere }).import
  if (may !== true) return may
  if (file === null) return refuse('file_not_yours')
  return (await isImported(tx, file.sha256)) ? refuse('already_imported') : { companyId: tx.companyId, file }
}

async function keep(
  tx: TenantTx,
  actor: Actor,
  file: FileToImport,
  read: BankFile,
): Promise<Answer | Refusal> {
  await lockImports(tx)
  const [executesEverywhere, iban, isKnown] = await Promise.all([
    findsEverywhere(tx, actor),
    findCompanyIban(tx),
    isImported(tx, file.sha256),
  ])
  const may = deskAbilities({ ...actor, executesEverywhere }).import
  if (may !== true) return may
  if (isKnown) return refuse('already_imported')
  const ours = soundAccounts(accountsTold(read), iban)
  if (ours !== true) return ours
  const { file: own, leftOut } = ofAccount(read, iban)
  const told = toldLines(own)
  const fresh = await freshLines(tx, told)
  const id = newId(tx.now.getTime())
  const kept = { format: findFormat(own), lines: told.length, fresh: fresh.length }
  await insertBankFile(tx, { ...kept, id, fileId: file.id, sha256: file.sha256, importedBy: actor.userId })
  if (fresh.length > 0) await insertLines(tx, id, fresh)
  await record(
    tx,
    actor,
    bankFact('bank_file.imported', id, { after: { ...kept, fileId: file.id, file: file.sha256 } }),
  )
  return { id, ...kept, leftOut: [...leftOut] }
}

function findFormat({ reports: [first] }: BankFile): BankFormat {
  if (!first) throw new Error('a file that was read has a report')
  return first.format
}
