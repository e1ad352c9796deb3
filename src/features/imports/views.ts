/** Imports as their screens show them. */

import type { ChosenColumns, ImportKind } from '#features/imports/rules/columns.ts'
import {
  type ImportState,
  importAbilities,
  mayImport,
  progress,
  type RowCounts,
  type RowState,
} from '#features/imports/rules.ts'
import { isStarterGone } from '#features/imports/store.ts'
import { importAbility } from '#features/imports/text.ts'
import type { ImportRowWire, ImportSummaryWire, ImportWire } from '#features/imports/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Row = {
  readonly id: string
  readonly kind: ImportKind
  readonly fileName: string
  readonly digest: string
  readonly state: ImportState
  readonly rows: number
  readonly headings: string[]
  readonly columns: ChosenColumns
  readonly revision: number
  readonly createdAt: string
  readonly createdByName: string
  readonly startedBy: string | null
  readonly startedByName: string | null
  readonly isStarterGone: boolean
  readonly finishedAt: string | null
  readonly counts: { readonly [state in RowState]?: number }
}

const maxListed = 20

const readImports = (tx: TenantTx, which: Part): Promise<Row[]> =>
  tx.all<Row>(sql`
    select i.id, i.kind, i.file_name as "fileName", i.digest, i.state, i.rows, i.headings, i.columns, i.revision,
      i.created_at as "createdAt", i.finished_at as "finishedAt", person_name(i.created_by) as "createdByName",
      i.started_by as "startedBy", person_name(i.started_by) as "startedByName",
      ${isStarterGone} as "isStarterGone",
      coalesce((select jsonb_object_agg(c.state, c.count) from (
        select r.state, count(*)::int as count from import_row r
        where r.company_id = i.company_id and r.import_id = i.id group by r.state) c), '{}') as counts
    from import i where i.company_id = ${tx.companyId} ${which} order by i.id desc limit ${maxListed}`)

const allCounts = ({ counts }: Row): RowCounts => ({
  unchecked: counts.unchecked ?? 0,
  good: counts.good ?? 0,
  existing: counts.existing ?? 0,
  refused: counts.refused ?? 0,
  waiting: counts.waiting ?? 0,
  made: counts.made ?? 0,
  undone: counts.undone ?? 0,
  kept: counts.kept ?? 0,
})

const summary = (row: Row): ImportSummaryWire => ({
  id: row.id,
  kind: row.kind,
  fileName: row.fileName,
  state: row.state,
  rows: row.rows,
  createdAt: row.createdAt,
  createdByName: row.createdByName,
  counts: allCounts(row),
})

/** @throws ProblemError `forbidden` for anybody but administrators. */
export function requireImporter({ role }: Actor): void {
  if (role !== 'admin') throw commonProblem('forbidden')
}

export async function importList(tx: TenantTx, actor: Actor) {
  requireImporter(actor)
  const rows = await readImports(tx, nothing)
  return { items: rows.map(summary), can: { create: importAbility(mayImport(actor)) } }
}

/** An import; null when the company has none of this id. */
export async function readImport(tx: TenantTx, actor: Actor, id: string): Promise<ImportWire | null> {
  requireImporter(actor)
  tx.readInSteps()
  const [row] = await readImports(tx, part`and i.id = ${id}`)
  if (!row) return null
  const [samples, twin] = await Promise.all([readSamples(tx, id), readTwin(tx, row)])
  const counts = allCounts(row)
  const can = importAbilities(actor, { ...row, made: counts.made })
  return {
    ...summary(row),
    headings: row.headings,
    columns: row.columns,
    samples,
    revision: row.revision,
    progress: progress(row.state, counts),
    twin,
    finishedAt: row.finishedAt,
    can: {
      match: importAbility(can.match),
      start: importAbility(can.start),
      undo: importAbility(can.undo),
    },
  }
}

async function readSamples(tx: TenantTx, importId: string): Promise<string[][]> {
  const rows = await tx.all<{ cells: string[] }>(sql`
    select cells from import_row where company_id = ${tx.companyId} and import_id = ${importId} order by place limit 3`)
  return rows.map(({ cells }) => cells)
}

async function readTwin(tx: TenantTx, { id, kind, digest }: Row): Promise<ImportWire['twin']> {
  return tx.one<NonNullable<ImportWire['twin']>>(sql`
    select i.started_at as at, person_name(i.started_by) as "byName",
      (select count(*)::int from import_row r
        where r.company_id = i.company_id and r.import_id = i.id and r.state = 'made') as made
    from import i where i.company_id = ${tx.companyId} and i.kind = ${kind} and i.digest = ${digest} and i.id <> ${id}
      and i.started_at is not null and i.state <> 'undone'
    order by i.started_at desc limit 1`)
}

export type RowPage = { readonly items: ImportRowWire[]; readonly next: number | null }

/** Rows of one state in the order of the file; null when the company has no such import. */
export async function readRows(
  tx: TenantTx,
  actor: Actor,
  importId: string,
  { state, after, limit }: { readonly state: RowState; readonly after: number; readonly limit: number },
): Promise<RowPage | null> {
  requireImporter(actor)
  tx.readInSteps()
  const known = await tx.one(sql`select from import where company_id = ${tx.companyId} and id = ${importId}`)
  if (known === null) return null
  const rows = await tx.all<ImportRowWire>(sql`
    select place, cells, state, faults, note, made_id as "madeId" from import_row
    where company_id = ${tx.companyId} and import_id = ${importId} and state = ${state} and place > ${after}
    order by place limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.place ?? null) : null }
}

/** Content of the file of refused rows: all of them, with the file's headings; null when there is no such import. */
export async function readRefused(tx: TenantTx, actor: Actor, importId: string) {
  requireImporter(actor)
  tx.readInSteps()
  const [row] = await readImports(tx, part`and i.id = ${importId}`)
  if (!row) return null
  const refused = await tx.all<Pick<ImportRowWire, 'place' | 'cells' | 'faults'>>(sql`
    select place, cells, faults from import_row
    where company_id = ${tx.companyId} and import_id = ${importId} and state = 'refused' order by place`)
  return { fileName: row.fileName, headings: row.headings, refused }
}
