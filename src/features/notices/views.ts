/** Notices of a person, page by page, with the number of unread ones. */

import type { Coverage } from '#features/delegations/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { batchVisibleTo } from '#features/executions/scope.ts'
import { receivedVisibleTo } from '#features/files/scope.ts'
import { mailKinds } from '#features/notices/rules/reminders.ts'
import {
  type BatchTopic,
  batchTopics,
  type CompanyTopic,
  companyTopics,
  type DelegationTopic,
  delegationTopics,
  type FactTopic,
  groupedFrom,
  hearsOfCompany,
  hearsOfProviders,
  type InvoiceTopic,
  invoiceTopics,
  mutableTopics,
  type OrderTopic,
  offeredTopics,
  orderTopics,
  type ProjectTopic,
  projectTopics,
} from '#features/notices/rules.ts'
import { isResolved } from '#features/notices/scope.ts'
import type { getMutedMails } from '#features/notices/wire/mails.ts'
import type { getMutedNotices } from '#features/notices/wire/muted.ts'
import type { listNotices, NoticeWire } from '#features/notices/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { moneyFromText } from '#kernel/money.ts'
import { type FactorPolicy, factorPolicies } from '#kernel/second-factor.ts'
import { currencyFrom, type MoneyWire, moneyToWire } from '#kernel/wire.ts'
import { nothing, type Part, part, plannedOnce, type Sql, sql, written } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NoticeRow = Pick<NoticeWire, 'id' | 'at' | 'read'> & {
  topic: FactTopic
  subjectId: string
  subjectName: string
  /** Project of an order; empty for any other subject. */
  projectId: string
  clientName: string | null
  /** Number of current notices of its topic and client. */
  alike: number
  holders: string | null
  /** Name of who caused it, in notices of a project or the company; empty in others. */
  byName: string
  /** The new value of the setting, in notices of the company; null in others. */
  policy: string | null
  /** Reason of the refusal, in notices of a received invoice; null in others. */
  reason: string | null
  /** Name of the principal, in notices of a delegation; empty in others. */
  principalName: string
  startsOn: string
  endsOn: string
  /** Duties of a delegation; null in other notices. */
  covers: Coverage | null
}

/** Most current notices that are read to show many of one topic and client as one. */
const maxCurrent = 200

/** Number to which unread notices are counted. */
const maxUnread = 100

/** Number of the latest notices among which current and unread ones are looked for. */
const maxLookedAt = 2000

/**
 * Notices of the person about what they may still see today; `unread` counts to 100. A resolved one is read, whether
 * the person opened it or not.
 */
export async function readNoticePage(
  tx: TenantTx,
  actor: Actor,
  query: QueryOf<typeof listNotices>,
): Promise<ResponseOf<typeof listNotices>> {
  const [found, unread] = await Promise.all([
    tx.all<NoticeRow>(
      query.which === 'current' ? currentNotices(tx, actor, query) : allNotices(tx, actor, query),
    ),
    countUnread(tx, actor),
  ])
  const items = found.slice(0, query.limit).map(noticeFromRow)
  const next = found.length > query.limit ? (items.at(-1)?.id ?? null) : null
  return { items, unread, next }
}

type PageRequest = { readonly after?: string | undefined; readonly limit: number }

/** A page of all notices, each by itself. */
const allNotices = (tx: TenantTx, actor: Actor, { after, limit }: PageRequest): Sql => sql`
  select ${noticeColumns(actor)}, n.read_at is not null or ${isResolved(tx, actor)} as read, 1 as alike
  ${visibleNotices(tx, actor, part`notice n`)} ${after ? part`and n.id < ${after}` : nothing}
  order by n.id desc limit ${limit + 1}`

/**
 * A page of the notices that are not resolved; many of one topic and client stand as one, the newest of them. `lateral`:
 * one after the other is looked at until there are enough, and not all that may be looked at.
 */
const currentNotices = (tx: TenantTx, actor: Actor, { after, limit }: PageRequest): Sql =>
  plannedOnce(sql`
  with unresolved as (
    select x.* from ${lastNotices(tx, actor, nothing)} n
    cross join lateral (select ${noticeColumns(actor)}, n.read_at is not null as read, d.client_id
      ${visibleNotices(tx, actor, part`(select) one`)} and not ${isResolved(tx, actor)} offset 0) x
    ${after ? part`where n.id < ${after}` : nothing}
    order by n.id desc limit ${written(maxCurrent)}),
  grouped as (
    select unresolved.*, row_number() over (kind order by id desc) as place, bool_and(read) over kind as are_read,
      case when client_id is null then 1 else count(*) over kind end::int as alike
    from unresolved window kind as (partition by topic, client_id))
  select id, topic, "subjectId", "subjectName", "projectId", "clientName", holders, "byName", policy, reason,
    "principalName", "startsOn", "endsOn", covers, at, case when alike >= ${groupedFrom} then are_read else read end as read,
    case when alike >= ${groupedFrom} then alike else 1 end as alike
  from grouped where alike < ${groupedFrom} or place = 1
  order by id desc limit ${limit + 1}`)

/** Those among the person's notices that still ask or tell something: not resolved, not read, of what they may see. */
export async function readUnread(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<NoticeWire[]> {
  const found = await tx.all<NoticeRow>(sql`
    select ${noticeColumns(actor)}, false as read, 1 as alike
    ${visibleNotices(tx, actor, part`notice n`)} and n.id = any (${ids}::uuid[]) and n.read_at is null
      and not ${isResolved(tx, actor)}
    order by n.id`)
  return found.map(noticeFromRow)
}

async function countUnread(tx: TenantTx, actor: Actor): Promise<number> {
  const unread = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from (
      select ${visibleNotices(tx, actor, part`${lastNotices(tx, actor, part`and n.read_at is null`)} n`)}
        and not ${isResolved(tx, actor)} limit ${written(maxUnread)}) x`)
  return unread?.count ?? 0
}

/** Columns of a notice `n`, with those of what it is about, from the joins of `visibleNotices`. */
function noticeColumns(actor: Actor): Part {
  const clientName = part`(select k.name from client k where k.company_id = d.company_id and k.id = d.client_id)`
  const isProvider = actor.providerId !== null
  return part`n.id, n.topic, coalesce(d.id, r.id::text, pv.id, p.id, b.id, g.id::text, '') as "subjectId",
    coalesce(d.name, r.number, f.name, pv.name, p.name, trim(substitute.name || ' ' || substitute.last_name), '') as "subjectName",
    coalesce(d.project_id, '') as "projectId", ${isProvider ? part`null` : clientName} as "clientName",
    ${isProvider ? part`null` : part`n.facts ->> 'holders'`} as holders,
    coalesce(n.facts ->> 'name', '') as "byName", n.facts ->> 'policy' as policy, r.reason,
    coalesce(trim(principal.name || ' ' || principal.last_name), '') as "principalName",
    coalesce(g.starts_on::text, '') as "startsOn", coalesce(g.ends_on::text, '') as "endsOn", g.covers,
    n.created_at as at`
}

/** From-clause of the person's notices `n`, which `notices` names, each joined with its object, if the person may still see that. */
const visibleNotices = (tx: TenantTx, actor: Actor, notices: Part): Part => part`
  from ${notices}
  left join document d on d.company_id = n.company_id and d.id = n.document_id
  left join provider pv on pv.company_id = n.company_id and pv.id = n.provider_id
  left join project p on p.company_id = n.company_id and p.id = n.project_id
  left join payment_batch b on b.company_id = n.company_id and b.id = n.batch_id
  left join received_invoice r on r.company_id = n.company_id and r.id = (n.facts ->> 'invoiceId')::uuid
  left join file f on f.company_id = r.company_id and f.id = r.file_id
  left join delegation g on g.company_id = n.company_id and g.id = n.delegation_id
  left join account principal on principal.id = g.from_user
  left join account substitute on substitute.id = g.to_user
  where n.company_id = ${tx.companyId} and n.user_id = ${actor.userId} and (
    d.id is not null and ${documentVisibleTo(tx, actor)}
    ${hearsOfProviders(actor) ? part`or pv.id is not null` : nothing}
    or r.id is not null and ${receivedVisibleTo(actor)}
    or g.id is not null
    or b.id is not null and ${batchVisibleTo(tx, actor)}
    ${hearsOfCompany(actor) ? part`or n.topic = any (${[...companyTopics]}::text[])` : nothing}
    or p.id is not null and (${readsWholeCompany(actor.role)} or p.client_id = ${actor.clientId}))`

/** The latest notices, as a subquery: of somebody with a million, the rest is not searched for current ones. */
const lastNotices = (tx: TenantTx, { userId }: Actor, condition: Part): Part => part`(
  select * from notice n where n.company_id = ${tx.companyId} and n.user_id = ${userId} ${condition}
  order by n.id desc limit ${maxLookedAt})`

function noticeFromRow({ topic, subjectId: id, subjectName: name, ...row }: NoticeRow): NoticeWire {
  const common = { id: row.id, at: row.at, read: row.read }
  if (isOfOrder(topic))
    return {
      ...common,
      topic,
      documentId: id,
      documentName: name,
      projectId: row.projectId,
      alike: row.alike,
      clientName: row.clientName,
      holders: row.holders,
    }
  if (isOfProject(topic)) return { ...common, topic, projectId: id, projectName: name, byName: row.byName }
  if (topic === 'company.batch_release_changed')
    return { ...common, topic, fromMinor: row.policy ?? '0', byName: row.byName }
  if (topic === 'company.step_up_changed')
    return { ...common, topic, confirmFrom: amountFrom(row.policy), byName: row.byName }
  if (topic === 'company.webhook_switched_off') return { ...common, topic, webhookName: row.policy ?? '' }
  if (topic === 'company.mailbox_failing') return { ...common, topic, mailboxHost: row.policy ?? '' }
  if (isOfCompany(topic))
    return { ...common, topic, policy: factorPolicyFrom(row.policy), byName: row.byName }
  if (isOfInvoice(topic)) return { ...common, topic, invoiceId: id, invoiceName: name, reason: row.reason }
  if (isOfBatch(topic)) return { ...common, topic, batchId: id }
  if (isOfDelegation(topic)) {
    const { principalName, startsOn, endsOn } = row
    const covers = row.covers ?? 'approve'
    return {
      ...common,
      topic,
      delegationId: id,
      substituteName: name,
      principalName,
      startsOn,
      endsOn,
      covers,
    }
  }
  return { ...common, topic, providerId: id, providerName: name }
}

const isOfOrder = (topic: FactTopic): topic is OrderTopic => orderTopics.some(one => one === topic)

const isOfProject = (topic: FactTopic): topic is ProjectTopic => projectTopics.some(one => one === topic)

const isOfCompany = (topic: FactTopic): topic is CompanyTopic => companyTopics.some(one => one === topic)

const isOfBatch = (topic: FactTopic): topic is BatchTopic => batchTopics.some(one => one === topic)

const isOfInvoice = (topic: FactTopic): topic is InvoiceTopic => invoiceTopics.some(one => one === topic)

/** Amount as a notice was written with it: digits and currency; null where nothing is asked any more. */
function amountFrom(text: string | null): MoneyWire | null {
  const [minor, currency] = text?.split(' ') ?? []
  return minor && currency ? moneyToWire(moneyFromText(minor, currencyFrom(currency))) : null
}

/** Policy that a notice was written with; of a release that knows others, none. */
const factorPolicyFrom = (text: string | null): FactorPolicy =>
  factorPolicies.find(policy => policy === text) ?? 'nobody'

const isOfDelegation = (topic: FactTopic): topic is DelegationTopic =>
  delegationTopics.some(one => one === topic)

export async function readMutedTopics(
  tx: TenantTx,
  { userId, role }: Actor,
): Promise<ResponseOf<typeof getMutedNotices>> {
  const row = await tx.one<{ topics: string[] }>(sql`
    select muted_topics as topics from member where company_id = ${tx.companyId} and user_id = ${userId}`)
  const muted = mutableTopics.filter(topic => row?.topics.includes(topic))
  return { muted, offered: [...offeredTopics(role)] }
}

export async function readMutedMails(
  tx: TenantTx,
  { userId }: Actor,
): Promise<ResponseOf<typeof getMutedMails>> {
  const row = await tx.one<{ kinds: string[] }>(sql`
    select muted_mails as kinds from member where company_id = ${tx.companyId} and user_id = ${userId}`)
  return { muted: mailKinds.filter(kind => row?.kinds.includes(kind)) }
}
