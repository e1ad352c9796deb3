/** A row tried behind a savepoint: a refused one leaves nothing of what it had done. */

import { kindsOfRow } from '#features/imports/commands/kinds.ts'
import type { Made, MakeParts, RowTexts } from '#features/imports/commands/row.ts'
import { type ChosenColumns, importColumns } from '#features/imports/rules/columns.ts'
import type { RowFault } from '#features/imports/rules.ts'
import type { ImportRow } from '#features/imports/store/rows.ts'
import type { Import } from '#features/imports/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { sqlState } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { ProblemError } from '#server/problems.ts'

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

/** One row, made or refused; what it did before a refusal is undone. */
export async function attempt(
  tx: TenantTx,
  actor: Actor | null,
  { kind, columns }: Pick<Import, 'kind' | 'columns'>,
  { cells }: Pick<ImportRow, 'cells'>,
  parts: MakeParts,
): Promise<Made> {
  if (actor === null)
    return whole('Quien lanzó la importación ya no trabaja en la empresa: sube el fichero otra vez.')
  const texts = rowTexts({ kind, columns }, cells)
  const broken = brokenCells(texts)
  if (broken.length > 0) return { faults: broken }
  return behindSavepoint(tx, () => kindsOfRow[kind].make(tx, actor, texts, parts))
}

async function behindSavepoint(tx: TenantTx, make: () => Promise<Made>): Promise<Made> {
  await tx.run(sql`savepoint import_row`)
  const made = await make().catch(refusedBy)
  await tx.run('faults' in made ? sql`rollback to savepoint import_row` : sql`release savepoint import_row`)
  return made
}

/** The faults of an error that is the row's. @throws any other. */
function refusedBy(error: unknown): Made {
  if (error instanceof ProblemError && error.problem.status < 500) return problemFaults(error)
  // SQL states of data and of constraints: the database refuses what no rule has named.
  if (/^2[23]/.test(sqlState(error) ?? '')) return whole('No se ha podido crear: revisa sus datos.')
  throw error
}

function problemFaults({ problem: { title, detail, issues = [] } }: ProblemError): Made {
  if (issues.length === 0) return whole(detail ?? title)
  return {
    faults: issues.map(({ pointer, message }) => ({ field: pointer.split('/')[1] || null, text: message })),
  }
}

const whole = (text: string): Made => ({ faults: [{ field: null, text }] })
