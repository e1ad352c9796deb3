/** The accountant's sheet, page by page: a row for each line of tax of each movement, with its ledger accounts. */
import {
  type LedgerAccounts,
  type RowAccounts,
  rowAccounts,
} from '#features/closings/rules/ledger-accounts.ts'
import { type MovementRow, movementRows } from '#features/closings/rules/shares.ts'
import { readLedgerAccounts } from '#features/closings/store/ledger-accounts.ts'
import { type Movement, readMovements } from '#features/closings/views/movements.ts'
import { type Asked, movements } from '#features/closings/views/parts.ts'
import { findSubject, type Subject } from '#features/closings/views/subject.ts'
import type { exportMovements } from '#features/closings/wire/exports.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFrom } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type SheetRow = {
  readonly movement: Movement
  readonly row: MovementRow
  readonly accounts: RowAccounts
}

export type SpanQuery = Pick<BodyOf<typeof exportMovements>, 'from' | 'until' | 'clientId'>

/** Days asked for; without them nothing is in them. */
export function spanSubject(tx: TenantTx, actor: Actor, query: SpanQuery): Promise<Subject | null> {
  const from = dayFrom(query.from ?? '')
  const until = dayFrom(query.until ?? '')
  return from === null || until === null
    ? Promise.resolve(null)
    : findSubject(tx, actor, { from, until, clientId: query.clientId })
}

type Page = { readonly items: readonly SheetRow[]; readonly next: string | null }

export async function sheetPage(
  tx: TenantTx,
  actor: Actor,
  query: SpanQuery & { readonly after: string | undefined; readonly limit: number },
): Promise<Page | null> {
  tx.readInSteps()
  const subject = await spanSubject(tx, actor, query)
  return subject && readSheet(tx, subject.asked, query)
}

/** Rows of at most `limit` movements. */
export async function readSheet(
  tx: TenantTx,
  asked: Asked,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Page> {
  const [accounts, found] = await Promise.all([
    readLedgerAccounts(tx),
    readMovements(tx, asked, { after, limit: limit + 1 }),
  ])
  const page = found.slice(0, limit)
  return {
    items: page.flatMap(movement => bookedRows(movement, accounts)),
    next: found.length > limit ? (page.at(-1)?.cursor ?? null) : null,
  }
}

function bookedRows(movement: Movement, accounts: LedgerAccounts): SheetRow[] {
  return movementRows(movement.moved).map(row => ({
    movement,
    row,
    accounts: rowAccounts(accounts, {
      type: movement.type,
      providerId: movement.provider_id,
      tax: row.tax === 'disbursements' ? null : row.tax,
      hasTax: row.taxMinor !== 0n,
      isWithheld: row.withheldMinor !== 0n,
    }),
  }))
}

/** Number of rows of the sheet. */
export async function sheetTotal(tx: TenantTx, actor: Actor, query: SpanQuery): Promise<number> {
  const subject = await spanSubject(tx, actor, query)
  if (subject === null) return 0
  const found = await tx.one<{ rows: number }>(search`
    select coalesce(sum(greatest(1, coalesce(jsonb_array_length(d.breakdown -> 'taxLines'), 0)
      + case when d.breakdown ->> 'disbursementsMinor' <> '0' then 1 else 0 end)), 0)::int as rows
    from (${movements(subject.asked)}) q join document d on d.company_id = ${tx.companyId} and d.id = q.document_id`)
  return found?.rows ?? 0
}
