/** Routes of imports. */
import { refusedFile, templateFile } from '#features/imports/api/files.ts'
import { bringFile, choose, start, undo } from '#features/imports/commands.ts'
import { importWords } from '#features/imports/text.ts'
import { importList, readImport, readRefused, readRows, requireImporter } from '#features/imports/views.ts'
import {
  createImport,
  getImport,
  importTemplate,
  listImportRows,
  listImports,
  matchImport,
  refusedRowsFile,
  startImport,
  undoImport,
} from '#features/imports/wire.ts'
import { type Route, read, write, writeEach } from '#server/http/route.ts'

export const importRoutes: readonly Route[] = [
  read(listImports, (tx, actor) => importList(tx, actor)),
  read(importTemplate, async (_tx, actor, { query: { kind, format } }) => {
    requireImporter(actor)
    return templateFile(kind, format)
  }),
  read(getImport, (tx, actor, { params }) => readImport(tx, actor, params.importId)),
  read(listImportRows, (tx, actor, { params, query }) => readRows(tx, actor, params.importId, query)),
  read(refusedRowsFile, async (tx, actor, { params, query }) => {
    const found = await readRefused(tx, actor, params.importId)
    return found && refusedFile(found, query.format)
  }),
  writeEach(createImport, importWords, (each, { body }) => bringFile(each, body)),
  write({ ...matchImport, takesLong: true }, importWords, (tx, actor, { params, body }) =>
    choose(tx, actor, params.importId, body),
  ),
  write({ ...startImport, takesLong: true }, importWords, (tx, actor, { params, body }) =>
    start(tx, actor, params.importId, body),
  ),
  write({ ...undoImport, takesLong: true }, importWords, (tx, actor, { params }) =>
    undo(tx, actor, params.importId),
  ),
]
