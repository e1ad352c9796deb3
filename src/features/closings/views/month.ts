/** A month as its screen shows it, and the orders behind each of its figures. */
import { isOver, lastWholeMonth, type Month, monthSpan, type Span } from '#features/closings/rules/months.ts'
import {
  type FigureKey,
  figureKeys,
  type GapKey,
  gapKeys,
  maxListed,
  type PartKey,
} from '#features/closings/rules/parts.ts'
import { closingReach, mayClose, mayDownload } from '#features/closings/rules.ts'
import { lastClosing } from '#features/closings/store.ts'
import { closingAbility } from '#features/closings/text.ts'
import { countLate, readVersions } from '#features/closings/views/closings.ts'
import {
  type Asked,
  figureParts,
  gapParts,
  isFigure,
  isGap,
  latePart,
  type PartRow,
} from '#features/closings/views/parts.ts'
import { findSubject, type Subject } from '#features/closings/views/subject.ts'
import type {
  getMonthEnd,
  LineWire,
  listMonthPart,
  MonthEndWire,
  PartOrderWire,
} from '#features/closings/wire.ts'
import { bankVisibleTo, receivedVisibleTo } from '#features/files/scope.ts'
import { isPaidAlready } from '#features/invoices/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Days of a month that the wire let through. */
export function knownSpan(month: string): Span {
  const span = monthSpan(month)
  if (span === null) throw new Error(`not a month: ${month}`)
  return span
}

/** The month that is asked for; by itself the last one that is over. */
export const askedMonth = (tx: TenantTx, { zone }: Actor, month: Month | undefined): Month =>
  month ?? lastWholeMonth(dayFromInstant(tx.now, zone))

export const monthSubject = (
  tx: TenantTx,
  actor: Actor,
  { month, clientId }: { month: string; clientId?: string | undefined },
): Promise<Subject | null> => findSubject(tx, actor, { ...knownSpan(month), clientId })

export async function monthEnd(
  tx: TenantTx,
  actor: Actor,
  query: QueryOf<typeof getMonthEnd>,
): Promise<MonthEndWire | null> {
  tx.readInSteps()
  const month = askedMonth(tx, actor, query.month)
  const subject = await monthSubject(tx, actor, { ...query, month })
  if (subject === null) return null
  const { asked, client, person } = subject
  const [figures, gaps, desk, closings, last] = await Promise.all([
    readFigures(tx, asked),
    readGaps(tx, asked),
    readDesk(tx, actor, asked),
    readVersions(tx, asked, month),
    lastClosing(tx, { clientId: asked.clientId, month }),
  ])
  const late = last === null ? 0 : await countLate(tx, asked, last)
  const isMonthOver = isOver(asked, asked.today)
  return {
    month,
    from: asked.from,
    until: asked.until,
    isOver: isMonthOver,
    client,
    choosesClient: closingReach(person).kind === 'company',
    figures,
    gaps,
    ...desk,
    closings,
    late,
    can: {
      close: closingAbility(mayClose(person, isMonthOver)),
      download: closingAbility(mayDownload(person)),
    },
  }
}

type SumRow = { key: FigureKey; currency: string; count: number; minor: bigint }

/** Every figure, with a line for each currency. */
export async function readFigures(tx: TenantTx, asked: Asked): Promise<MonthEndWire['figures']> {
  const found = await tx.all<SumRow>(
    search`${joinQueries(
      figureKeys.map(
        key => part`select ${key}::text as key, q.currency, count(*)::int as count, sum(q.minor) as minor
        from (${figureParts[key](asked)}) q group by q.currency`,
      ),
    )} order by currency`,
  )
  return figureKeys.map(key => ({ key, lines: found.filter(row => row.key === key).map(toLine) }))
}

const toLine = ({ currency, count, minor }: Omit<SumRow, 'key'>): LineWire => ({
  currency: currencyFrom(currency),
  count,
  amount: moneyToWire(money(minor, currencyFrom(currency))),
})

async function readGaps(tx: TenantTx, asked: Asked): Promise<MonthEndWire['gaps']> {
  const found = await tx.all<{ key: GapKey; count: number }>(
    search`${joinQueries(
      gapKeys.map(
        key => part`select ${key}::text as key, count(*)::int as count from (${gapParts[key](asked)}) q`,
      ),
    )}`,
  )
  return gapKeys.map(key => ({ key, count: found.find(row => row.key === key)?.count ?? 0 }))
}

function joinQueries(queries: readonly Part[]): Part {
  const [first, ...others] = queries
  if (!first) throw new Error('a union of nothing')
  return others.reduce((all, each) => part`${all} union all ${each}`, first)
}

type DeskRow = { received: number; lines: number | null }

/** Work that waits elsewhere: in the tray of invoices, and at the bank's desk, which is the company's alone. */
async function readDesk(
  tx: TenantTx,
  actor: Actor,
  { clientId, from, until, zone }: Asked,
): Promise<Pick<MonthEndWire, 'receivedInvoices' | 'bankLines'>> {
  const ofClient = clientId === null ? part`true` : part`r.client_id = ${clientId}`
  const found = await tx.one<DeskRow>(search`
    select (select count(*)::int from received_invoice r
        join file f on f.company_id = r.company_id and f.id = r.file_id
        where r.company_id = ${tx.companyId}
        and r.state = any ('{waiting,read,unreadable}') and not ${isPaidAlready} and ${receivedVisibleTo(actor)} and ${ofClient}
        and r.created_at < ((${until}::date + 1)::timestamp at time zone ${zone})) as received,
      case when ${clientId === null}::boolean and ${bankVisibleTo(actor)} then (
        select count(*)::int from bank_line l where l.company_id = ${tx.companyId} and l.state = 'open'
          and l.booked_on between ${from}::date and ${until}::date) end as lines`)
  return { receivedInvoices: found?.received ?? 0, bankLines: found?.lines ?? null }
}

type ListedRow = PartRow & { provider_name: string; payments: number; total: number }

export async function monthPart(
  tx: TenantTx,
  actor: Actor,
  query: QueryOf<typeof listMonthPart>,
): Promise<ResponseOf<typeof listMonthPart> | null> {
  tx.readInSteps()
  const month = askedMonth(tx, actor, query.month)
  const subject = await monthSubject(tx, actor, { ...query, month })
  if (subject === null) return null
  const rows = await queryPart(tx, subject.asked, { part: query.part, month })
  const found = await tx.all<ListedRow>(search`
    select q.*, pv.name as provider_name, coalesce(o.payments, 1) as payments, count(*) over ()::int as total
    from (${rows}) q
    join document o on o.company_id = ${tx.companyId} and o.id = q.document_id
    join provider pv on pv.company_id = ${tx.companyId} and pv.id = q.provider_id
    order by q.day, q.number, q.payment, q.attempt limit ${maxListed}`)
  return { items: found.map(toOrder), count: found[0]?.total ?? 0 }
}

/** Query of a part; of what came late, without a close nothing. */
async function queryPart(
  tx: TenantTx,
  asked: Asked,
  { part: key, month }: { part: PartKey; month: string },
): Promise<Part> {
  if (isFigure(key)) return figureParts[key](asked)
  if (isGap(key)) return gapParts[key](asked)
  const last = await lastClosing(tx, { clientId: asked.clientId, month })
  return last === null ? part`${figureParts.paid(asked)} limit 0` : latePart(asked, last.keys)
}

const toOrder = (row: ListedRow): PartOrderWire => ({
  documentId: row.document_id,
  projectId: row.project_id,
  name: row.name,
  providerName: row.provider_name,
  payment: row.payment,
  payments: row.payments,
  day: row.day,
  amount: moneyToWire(money(row.minor, currencyFrom(row.currency))),
})
