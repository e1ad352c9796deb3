/** Routes of the bank's desk: its files come in, and their lines are settled or put aside. */
import { explain, reopen } from '#features/bank/commands/explain.ts'
import { importFile } from '#features/bank/commands/import.ts'
import { settleLines } from '#features/bank/commands/settle.ts'
import { deskTexts } from '#features/bank/text/desk.ts'
import { decidedPage, openPage } from '#features/bank/views/lines.ts'
import {
  bankDesk,
  decidedBankLines,
  explainBankLine,
  importBankFile,
  reopenBankLine,
  settleBankLines,
} from '#features/bank/wire.ts'
import { paces } from '#features/companies/rules/paces.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { type Route, read, write, writeEach } from '#server/http/route.ts'

type Sources = { readonly files: Pick<FileStore, 'read' | 'receive'>; readonly product: string }

export const bankRoutes = ({ files, product }: Sources): readonly Route[] => [
  read(bankDesk, (tx, actor, { query }) => openPage(tx, actor, query)),
  read(decidedBankLines, (tx, actor, { query }) => decidedPage(tx, actor, query)),
  writeEach({ ...importBankFile, pace: paces.uploads }, deskTexts, (each, { body }) =>
    importFile(each, files, body),
  ),
  writeEach(settleBankLines, deskTexts, (each, { body }) => settleLines(each, { files, product }, body)),
  write(explainBankLine, deskTexts, (tx, actor, { params, body }) =>
    explain(tx, actor, params.lineId, body.explanation),
  ),
  write(reopenBankLine, deskTexts, (tx, actor, { params }) => reopen(tx, actor, params.lineId)),
]
