/** Recurrences as people see them, with their next due days. */
import type { DocumentType } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import {
  mayRepeat,
  type Period,
  type RecurrenceState,
  recurrenceAbilities,
} from '#features/recurrences/rules.ts'
import { recurrenceAbility, recurrenceWords } from '#features/recurrences/text.ts'
import type { getRecurrence, listRecurrences, RecurrenceWire } from '#features/recurrences/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Row = {
  id: string
  ownerId: string
  ownerName: string
  documentId: string
  projectId: string
  projectName: string
  type: DocumentType
  providerName: string
  name: string
  amount_minor: bigint
  currency: string
  description: string | null
  firstOn: string
  everyMonths: Period
  endsOn: string | null
  nextOn: string | null
  state: RecurrenceState
  refusal: Refusal | null
  revision: number
  made: number
  lastDocumentId: string | null
}

/**
 * Predicate: the person sees the recurrence: whoever sees its order, but a provider's person only their own. Expects
 * `recurrence` as `r` and its order as `d`.
 */
const visibleTo = (tx: TenantTx, actor: Actor): Part =>
  part`(${actor.providerId === null ? documentVisibleTo(tx, actor) : part`r.owner_id = ${actor.userId}`})`

/** Sort key of the list: the next due day, ended ones last; expects `recurrence` as `r`. */
const placeInList = part`coalesce(r.next_on, 'infinity'::date), r.id`

/** Rows of the recurrences that the actor sees; `which` adds conditions, `rest` an order and a limit. */
const readRows = (tx: TenantTx, actor: Actor, which: Part, rest: Part): Promise<Row[]> =>
  tx.all<Row>(sql`
    select r.id, r.owner_id as "ownerId", trim(who.name || ' ' || who.last_name) as "ownerName",
      r.document_id as "documentId", d.project_id as "projectId", p.name as "projectName", d.type,
      pv.name as "providerName", r.name, r.amount_minor, d.currency, r.description, r.first_on as "firstOn",
      r.every_months as "everyMonths", r.ends_on as "endsOn", r.next_on as "nextOn", r.state, r.refusal, r.revision,
      (select count(*)::int from recurrence_order o
        where o.company_id = r.company_id and o.recurrence_id = r.id) as made,
      (select o.document_id from recurrence_order o where o.company_id = r.company_id and o.recurrence_id = r.id
        order by o.due_on desc limit 1) as "lastDocumentId"
    from recurrence r
    join document d on d.company_id = r.company_id and d.id = r.document_id
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join account who on who.id = r.owner_id
    where r.company_id = ${tx.companyId} and ${visibleTo(tx, actor)} ${which} ${rest}`)

export async function recurrenceList(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listRecurrences>,
): Promise<ResponseOf<typeof listRecurrences>> {
  const beyond =
    after === undefined
      ? nothing
      : part`and (${placeInList}) > (select ${placeInList} from recurrence r where r.company_id = ${tx.companyId} and r.id = ${after})`
  const found = await readRows(tx, actor, beyond, part`order by ${placeInList} limit ${limit + 1}`)
  const items = found.slice(0, limit).map(row => recurrenceFromRow(actor, row))
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export async function readRecurrence(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ResponseOf<typeof getRecurrence>> {
  const [document, [row]] = await Promise.all([
    tx.one<{ createdBy: string; creditedId: string | null }>(sql`
      select d.created_by as "createdBy", d.credited_id as "creditedId" from document d
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`),
    readRows(tx, actor, part`and r.document_id = ${documentId} and r.state <> 'ended'`, nothing),
  ])
  if (!document) throw commonProblem('not_found')
  const may = firstRefusal(mayRepeat(actor, document), row ? refuse('already_recurring') : true)
  return {
    recurrence: row ? recurrenceFromRow(actor, row) : null,
    today: dayFromInstant(tx.now, actor.zone),
    can: { repeat: recurrenceAbility(may) },
  }
}

export async function seesRecurrence(tx: TenantTx, actor: Actor, id: string): Promise<boolean> {
  const found = await tx.one<{ id: string }>(sql`
    select r.id from recurrence r join document d on d.company_id = r.company_id and d.id = r.document_id
    where r.company_id = ${tx.companyId} and r.id = ${id} and ${visibleTo(tx, actor)}`)
  return found !== null
}

function recurrenceFromRow(actor: Actor, row: Row): RecurrenceWire {
  const { amount_minor: minor, currency, refusal, lastDocumentId, ownerId, ...shown } = row
  const can = recurrenceAbilities(actor, row)
  return {
    ...shown,
    amount: moneyToWire(money(minor, currencyFrom(currency))),
    stopped: refusal && { refused: refusal.refused, text: recurrenceWords(refusal) },
    lastDocument: lastDocumentId === null ? null : { id: lastDocumentId, projectId: row.projectId },
    can: {
      change: recurrenceAbility(can.change),
      pause: recurrenceAbility(can.pause),
      resume: recurrenceAbility(can.resume),
      skip: recurrenceAbility(can.skip),
      end: recurrenceAbility(can.end),
      make: recurrenceAbility(can.make),
    },
  }
}
