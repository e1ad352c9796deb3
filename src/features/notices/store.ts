/**
 * Rows of `notice`, with the people whom each fact is told; of an order's facts, `store/audience.ts` says them. In its SQL `m`
 * is a row of `member`, the person who may be told, and `who` their account.
 */
import { createHash } from 'node:crypto'
import { companysToday } from '#features/delegations/scope.ts'
import { awaitsRelease, isSecondHand } from '#features/executions/scope/release.ts'
import type { Audience } from '#features/notices/rules.ts'
import { findAudience, type NotifiedFact, type OrderFact } from '#features/notices/store/audience.ts'
import { putByForDevices } from '#features/notices/store/devices.ts'
import { isTrustedMember } from '#server/auth/session.ts'
import { nothing, part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Notifies each person of an order's audience once, however often the fact is delivered, except those who muted its
 * topic. Returns the ids of the people whom this call notified.
 */
export async function notifyAudience(tx: TenantTx, fact: OrderFact, audience: Audience): Promise<string[]> {
  const userIds = await findAudience(tx, fact, audience)
  const { documentId, holders } = fact
  return insertNotices(tx, fact, userIds, { ...noObject, documentId }, holders === null ? {} : { holders })
}

/** Most orders of which one change of an account is told: the newest. Each card says it of its own. */
const maxToldOrders = 200

/** Ids of the newest orders that pay a provider elsewhere than at its account, and wait for approval. */
export async function openPaymentsTo(tx: TenantTx, providerId: string): Promise<string[]> {
  const open = await tx.all<{ id: string }>(sql`
    select d.id from document d where d.company_id = ${tx.companyId} and d.provider_id = ${providerId}
      and d.type = 'gasto' and d.state = 'in_approval' and d.bank_account is distinct from (select p.iban
        from provider p where p.company_id = d.company_id and p.id = d.provider_id)
    order by d.number desc limit ${maxToldOrders}`)
  return open.map(({ id }) => id)
}

type ProviderFact = NotifiedFact & { readonly providerId: string; readonly askedBy: string }

/** Notifies, once, administrators of the company: who asked for the change of a provider, or all the others. */
export async function notifyAboutProvider(
  tx: TenantTx,
  { providerId, askedBy, ...fact }: ProviderFact,
  whom: 'other_admins' | 'asker',
): Promise<void> {
  const isAsker = part`m.user_id = ${askedBy}`
  const people = await tx.all<{ user_id: string }>(sql`
    select m.user_id from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.active and who.role = 'admin'
      and ${whom === 'asker' ? isAsker : part`not ${isAsker}`}`)
  await insertNotices(tx, fact, toIds(people), { ...noObject, providerId })
}

type DelegationFact = NotifiedFact & { readonly delegationId: string; readonly by: string | null }

/** Notifies, once, the principal and the substitute of a delegation, except the one who caused the fact. */
export async function notifyAboutDelegation(
  tx: TenantTx,
  { delegationId, by, ...fact }: DelegationFact,
): Promise<void> {
  const people = await tx.all<{ user_id: string }>(sql`
    select m.user_id from delegation g
    join member m on m.company_id = g.company_id and m.user_id in (g.from_user, g.to_user) and m.active
    where g.company_id = ${tx.companyId} and g.id = ${delegationId} and m.user_id is distinct from ${by}::uuid`)
  await insertNotices(tx, fact, toIds(people), { ...noObject, delegationId })
}

type ProjectFact = NotifiedFact & { readonly projectId: string; readonly by: string }

/** Notifies, once, the administrators and the project's client, except the author of the change, whom the notice names. */
export async function notifyAboutProject(
  tx: TenantTx,
  { projectId, by, ...fact }: ProjectFact,
): Promise<void> {
  const [people, name] = await Promise.all([
    tx.all<{ user_id: string }>(sql`
      select m.user_id from project p
      join member m on m.company_id = p.company_id and m.active and m.user_id <> ${by}
      join account who on who.id = m.user_id
      where p.company_id = ${tx.companyId} and p.id = ${projectId}
        and (who.role = 'admin' or who.role = 'client' and m.client_id = p.client_id)`),
    readName(tx, by),
  ])
  await insertNotices(tx, fact, toIds(people), { ...noObject, projectId }, { name })
}

type CompanyFact = NotifiedFact & { readonly by: string | null; readonly policy: string }

/** Notifies, once, the administrators except the author of the change, if there is one, whom the notice names. */
export async function notifyAboutCompany(tx: TenantTx, { by, policy, ...fact }: CompanyFact): Promise<void> {
  const [people, name] = await Promise.all([
    tx.all<{ user_id: string }>(sql`
      select m.user_id from member m join account who on who.id = m.user_id
      where m.company_id = ${tx.companyId} and m.active and who.role = 'admin' and m.user_id is distinct from ${by}::uuid`),
    by === null ? '' : readName(tx, by),
  ])
  await insertNotices(tx, fact, toIds(people), noObject, { name, policy })
}

type BatchFact = NotifiedFact & { readonly batchId: string; readonly by: string | null }

/** Notifies, once, whoever may release a batch that waits, or the maker of one that was released. */
export async function notifyAboutBatch(tx: TenantTx, { batchId, by, ...fact }: BatchFact): Promise<void> {
  const isTold =
    fact.topic === 'batch.released'
      ? part`m.user_id in (b.made_by, b.made_for) and m.user_id is distinct from ${by}::uuid`
      : part`${awaitsRelease} and ${isTrustedMember(tx.now)} and ${isSecondHand(companysToday(tx), part`m.user_id`)}`
  const people = await tx.all<{ user_id: string }>(sql`
    select m.user_id from payment_batch b join company co on co.company_id = b.company_id
    join member m on m.company_id = b.company_id and m.active
    join account who on who.id = m.user_id
    where b.company_id = ${tx.companyId} and b.id = ${batchId} and ${isTold}`)
  await insertNotices(tx, fact, toIds(people), { ...noObject, batchId })
}

/** The first order of the file of a batch; null where the company has no such batch. */
export async function firstOrderOfBatch(tx: TenantTx, batchId: string): Promise<string | null> {
  const found = await tx.one<{ document_id: string }>(sql`
    select document_id from payment_batch_order
    where company_id = ${tx.companyId} and batch_id = ${batchId} order by position limit 1`)
  return found?.document_id ?? null
}

type InvoiceFact = NotifiedFact & { readonly invoiceId: string }

/**
 * Notifies, once, whoever sent a received invoice for a provider, as long as they belong to it and have not muted the
 * topic. What came from the company's own people tells nobody.
 */
export async function notifyAboutInvoice(tx: TenantTx, { invoiceId, ...fact }: InvoiceFact): Promise<void> {
  const people = await tx.all<{ user_id: string; provider_id: string }>(sql`
    select m.user_id, m.provider_id from received_invoice r
    join member m on m.company_id = r.company_id and m.user_id = r.sent_by and m.active
      and m.provider_id = r.sender_provider_id
    where r.company_id = ${tx.companyId} and r.id = ${invoiceId} and not ${fact.topic} = any (m.muted_topics)`)
  for (const { user_id: userId, provider_id: providerId } of people)
    await insertNotices(tx, fact, [userId], { ...noObject, providerId }, { invoiceId })
}

const toIds = (people: readonly { readonly user_id: string }[]) => people.map(each => each.user_id)

async function readName(tx: TenantTx, userId: string): Promise<string> {
  const found = await tx.one<{ name: string }>(sql`
    select trim(who.name || ' ' || who.last_name) as name from account who
    join member m on m.company_id = ${tx.companyId} and m.user_id = who.id where who.id = ${userId}`)
  return found?.name ?? ''
}

/** Object that a notice is about: one of these, or none for the company. */
type NoticeObject = {
  readonly documentId: string | null
  readonly providerId: string | null
  readonly delegationId: string | null
  readonly projectId: string | null
  readonly batchId: string | null
}

export const noObject: NoticeObject = {
  documentId: null,
  providerId: null,
  delegationId: null,
  projectId: null,
  batchId: null,
}

/** Inserts the notices of a fact, and puts them by for the devices of their people. Returns the ids of people who had none of it before. */
export async function insertNotices(
  tx: TenantTx,
  fact: NotifiedFact,
  userIds: readonly string[],
  { documentId, providerId, delegationId, projectId, batchId }: NoticeObject,
  /** Words that the sentence of the notice takes up. */
  facts: {
    readonly holders?: string
    readonly name?: string
    readonly policy?: string
    readonly invoiceId?: string
  } = {},
): Promise<string[]> {
  if (userIds.length === 0) return []
  const notices = userIds.map(userId => [
    tx.companyId,
    noticeId(fact.messageId, userId),
    userId,
    fact.topic,
    documentId,
    providerId,
    delegationId,
    projectId,
    batchId,
    facts,
    fact.at,
  ])
  const inserted = await tx.all<{ user_id: string }>(sql`
    insert into notice (company_id, id, user_id, topic, document_id, provider_id, delegation_id, project_id, batch_id, facts,
      created_at)
    values ${rows(notices)} on conflict do nothing returning user_id`)
  const told = toIds(inserted)
  const made = told.map(userId => ({ id: noticeId(fact.messageId, userId), userId }))
  putByForDevices(tx, made, fact.at)
  return told
}

export function saveMuted(tx: TenantTx, userId: string, topics: readonly string[]): Promise<void> {
  return tx.runOne(sql`update member set muted_topics = ${[...topics]}::text[]
    where company_id = ${tx.companyId} and user_id = ${userId}`)
}

/** Number of the person's notices, of all orders or of one, that were not read before. */
export function markRead(tx: TenantTx, userId: string, documentId: string | null = null): Promise<number> {
  return tx.run(sql`update notice set read_at = ${tx.now}
    where company_id = ${tx.companyId} and user_id = ${userId} and read_at is null
      ${documentId === null ? nothing : part`and document_id = ${documentId}`}`)
}

/** Number of the person's notices with this id (0 or 1); a notice read before keeps its time of reading. */
export function markOneRead(tx: TenantTx, userId: string, noticeId: string): Promise<number> {
  return tx.run(sql`update notice set read_at = coalesce(read_at, ${tx.now}::timestamptz)
    where company_id = ${tx.companyId} and user_id = ${userId} and id = ${noticeId}`)
}

/** Deterministic id of a message's notice for a person, so that a second delivery finds the first. */
function noticeId(messageId: string, userId: string): string {
  const digest = createHash('sha256').update(`${messageId} ${userId}`).digest('hex')
  const time = messageId.slice(0, 13)
  return `${time}-8${digest.slice(0, 3)}-a${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}
