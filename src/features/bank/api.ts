/** Routes of the bank's desk: its files come in, and their lines are settled or put aside. */
import { explain, reopen } from '#features/bank/commands/explain.ts'
import { importFile } from '#features/bank/commands/import.ts'
import { type Press, settleLines } from '#features/bank/commands/settle.ts'
import { settleExactLines } from '#features/bank/commands/settle-exact.ts'
import { deskTexts } from '#features/bank/text/desk.ts'
import { excerptPaper } from '#features/bank/views/excerpt-paper.ts'
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
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { type Route, read, write, writeEach } from '#server/http/route.ts'
import { pdf } from '#server/pdf/paper.ts'
import { commonProblem } from '#server/problems.ts'

/** The answer of a call in steps. @throws ProblemError `busy` when another request blocks one of them. */
function unlessBusy<T>(answer: T | Refusal): T | Refusal {
  if (isRefusal(answer) && answer.refused === 'busy') throw commonProblem('busy', {}, 1)
  return answer
}

type Sources = { readonly files: Pick<FileStore, 'read' | 'receive'>; readonly product: string }

const press = ({ files, product }: Sources): Press => ({
  files,
  print: excerpt => pdf(excerptPaper(excerpt, product)),
})

export const bankRoutes = ({ files, product }: Sources): readonly Route[] => [
  read(bankDesk, (tx, actor, { query }) => openPage(tx, actor, query)),
  read(decidedBankLines, (tx, actor, { query }) => decidedPage(tx, actor, query)),
  writeEach({ ...importBankFile, pace: paces.uploads }, deskTexts, async (each, { body }) => {
    const imported = unlessBusy(await importFile(each, files, body))
    if (isRefusal(imported)) return imported
    return { ...imported, settled: await settleExactLines(each, press({ files, product }), imported.id) }
  }),
  writeEach(settleBankLines, deskTexts, async (each, { body }) =>
    unlessBusy(await settleLines(each, press({ files, product }), body)),
  ),
  write(explainBankLine, deskTexts, (tx, actor, { params, body }) =>
    explain(tx, actor, params.lineId, body.explanation),
  ),
  write(reopenBankLine, deskTexts, (tx, actor, { params }) => reopen(tx, actor, params.lineId)),
]
