/** Movements of a month for its close: their keys, how many of each kind, and the accountant's sheet as a CSV. */
import type { Asked } from '#features/closings/views/parts.ts'
import { movementSheet } from '#features/closings/views/sheet.ts'
import { readSheet, type SheetRow } from '#features/closings/views/sheet-page.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { csv } from '#server/sheets/csv.ts'
import type { Row } from '#server/sheets/sheet.ts'

type ClosedMovements = {
  readonly keys: readonly string[]
  readonly counts: { readonly [kind: string]: number }
  readonly sheet: string
}

/** Movements that one statement reads. */
const pageSize = 2000

export async function readAllMovements(tx: TenantTx, asked: Asked): Promise<ClosedMovements> {
  const rows: SheetRow[] = []
  for (let after: string | undefined, isMore = true; isMore; ) {
    const page = await readSheet(tx, asked, { after, limit: pageSize })
    rows.push(...page.items)
    isMore = page.next !== null
    after = page.next ?? undefined
  }
  const kinds = new Map(rows.map(({ movement }) => [movement.key, movement.kind]))
  const counts = Map.groupBy(kinds, ([, kind]) => kind)
  return {
    keys: [...kinds.keys()],
    counts: Object.fromEntries([...counts].map(([kind, some]) => [kind, some.length])),
    sheet: await sheetText(rows.map(row => movementSheet.row(row, asked.zone))),
  }
}

async function sheetText(rows: readonly Row[]): Promise<string> {
  const parts: Buffer[] = []
  const { columns } = movementSheet
  for await (const bytes of csv({ title: '', columns, batches: once(rows) })) parts.push(bytes)
  return Buffer.concat(parts).toString('utf8')
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
