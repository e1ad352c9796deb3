/** A row tried behind a savepoint: a refused one leaves nothing of what it had done. */

import { kindsOfRow } from '#features/imports/commands/kinds.ts'
import {
  faultsFromError,
  faulty,
  type Made,
  type MakeParts,
  type RowTexts,
  withOthers,
} from '#features/imports/commands/row.ts'
import { type ChosenColumns, importColumns } from '#features/imports/rules/columns.ts'
import { mayImport, type RowFault } from '#features/imports/rules.ts'
import type { ImportRow } from '#features/imports/store/rows.ts'
import type { Import } from '#features/imports/store.ts'
import { importWords } from '#features/imports/text.ts'
import type { Actor } from '#kernel/actor.ts'
import { behindSavepoint } from '#server/database/savepoint.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Text of each field of a row by the columns that were chosen. */
export function rowTexts(
  { kind, columns }: Pick<Import, 'kind' | 'columns'>,
  cells: readonly string[],
): RowTexts {
  return Object.fromEntries(importColumns[kind].map(({ field }) => [field, cellText(columns, cells, field)]))
}

const cellText = (columns: ChosenColumns, cells: readonly string[], field: string): string => {
  const place = columns[field]
  return place === undefined ? '' : (cells[place] ?? '')
}

/** Errors that a spreadsheet shows in place of a result, in Spanish and in English: `#N/D`, `#¡REF!`, `#¿NOMBRE?`. */
const sheetError =
  /^#(?:N\/[AD]|[¡¿]?(?:REF|VALUE|VALOR|DIV\/0|NAME|NOMBRE|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|FECHA)[!?])$/iu

/** Cells in which a spreadsheet shows an error, by the fields that they are of. */
const brokenCells = (texts: RowTexts): RowFault[] =>
  Object.entries(texts)
    .filter(([, text]) => sheetError.test(text))
    .map(([field, text]) => ({ field, text: `La fórmula de la celda no tiene resultado: ${text}` }))

/** One row, made or refused; what it did before a refusal is undone. `known`: what is wrong with it already. */
export async function attempt(
  tx: TenantTx,
  actor: Actor,
  { kind, columns }: Pick<Import, 'kind' | 'columns'>,
  { cells }: Pick<ImportRow, 'cells'>,
  parts: MakeParts,
  known: readonly RowFault[] = [],
): Promise<Made> {
  const may = mayImport(actor)
  if (may !== true) return faulty(null, importWords(may))
  const texts = rowTexts({ kind, columns }, cells)
  const broken = brokenCells(texts)
  // An empty cell stands for a broken one while the rest is judged.
  const sound = { ...texts, ...Object.fromEntries(broken.map(({ field }) => [field, ''])) }
  const make = async (): Promise<Made> => {
    const made = await kindsOfRow[kind].make(tx, actor, sound, parts)
    const faults = withOthers(broken, known)
    if (faults.length === 0) return made
    return { faults: 'faults' in made ? withOthers(faults, made.faults) : faults }
  }
  return behindSavepoint(
    tx,
    () => make().catch(faultsFromError),
    made => !('faults' in made),
  )
}
