/** Rows of `directory_person` and `directory_refusal`. */
import { keptRefusals } from '#features/scim/rules.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type KeptPerson = {
  /** Id by which the directory knows the person. */
  readonly id: string
  readonly userId: string
  readonly externalId: string | null
}

/** Change of a person: `isLetGo` is true for a member who was let go, false for one brought back, absent for neither. */
type Happened = { readonly isRemoved?: boolean; readonly isLetGo?: boolean }

/** Keeps what the directory says of a person, in place of what it said of them before. */
export async function saveKept(
  tx: TenantTx,
  { id, userId, externalId }: KeptPerson,
  { isRemoved = false, isLetGo }: Happened = {},
): Promise<void> {
  const letGo = isLetGo ?? null
  await tx.runOne(sql`
    insert into directory_person (company_id, id, user_id, external_id, created_at, changed_at, removed_at, let_go_at)
    values (${tx.companyId}, ${id}, ${userId}, ${externalId}, ${tx.now}, ${tx.now},
      case when ${isRemoved} then ${tx.now}::timestamptz end, case when ${letGo}::boolean then ${tx.now}::timestamptz end)
    on conflict (company_id, user_id) do update set id = excluded.id, external_id = excluded.external_id,
      changed_at = excluded.changed_at, removed_at = excluded.removed_at,
      let_go_at = case when ${letGo}::boolean is null then directory_person.let_go_at else excluded.let_go_at end`)
}

/** True when the directory let the member go, and nobody has deactivated them since: the journal tells. */
export async function wasLetGo(tx: TenantTx, userId: string): Promise<boolean> {
  const row = await tx.one<{ was: boolean }>(sql`
    select not exists (select from event e where e.company_id = r.company_id and e.object_type = 'person'
      and e.object_id = r.user_id::text and e.action = 'person.deactivated' and e.at > r.let_go_at) as was
    from directory_person r
    where r.company_id = ${tx.companyId} and r.user_id = ${userId} and r.let_go_at is not null`)
  return row?.was ?? false
}

/** The member with this address whom the directory deleted and nobody has activated since; null when there is none. */
export async function findRemovedMember(tx: TenantTx, email: string): Promise<string | null> {
  const row = await tx.one<{ userId: string }>(sql`
    select m.user_id as "userId" from member m
    join account who on who.id = m.user_id
    join directory_person r on r.company_id = m.company_id and r.user_id = m.user_id
    where m.company_id = ${tx.companyId} and who.email = ${email} and not m.active and r.removed_at is not null`)
  return row?.userId ?? null
}

/** True when whoever has this address refused the company's latest invitation. */
export async function hasRefused(tx: TenantTx, email: string): Promise<boolean> {
  const row = await tx.one<{ outcome: string | null }>(sql`
    select outcome from invitation where company_id = ${tx.companyId} and email = ${email}
    order by created_at desc, id desc limit 1`)
  return row?.outcome === 'refused'
}

/** Open invitations of the company to an account, which may have had another address when some were sent. */
export async function openInvitationsTo(tx: TenantTx, userId: string): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from invitation where company_id = ${tx.companyId} and user_id = ${userId} and outcome is null
    order by id`)
  return found.map(({ id }) => id)
}

/** True when whoever accepts the invitation is to approve or execute. */
export async function hasAppointments(tx: TenantTx, invitationId: string): Promise<boolean> {
  const row = await tx.one<{ has: boolean }>(sql`
    select exists (select from invited_appointment
      where company_id = ${tx.companyId} and invitation_id = ${invitationId}) as has`)
  return row?.has ?? false
}

/** Keeps a refused change of the directory, and forgets those before the last few. */
export async function saveRefusal(
  tx: TenantTx,
  { subject, detail }: { readonly subject: string | null; readonly detail: string },
): Promise<void> {
  await tx.runOne(sql`
    insert into directory_refusal (company_id, id, subject, detail, created_at)
    values (${tx.companyId}, ${newId(tx.now.getTime())}, ${subject}, ${detail}, ${tx.now})`)
  await tx.run(sql`
    delete from directory_refusal where company_id = ${tx.companyId} and id not in (
      select id from directory_refusal where company_id = ${tx.companyId}
      order by created_at desc, id desc limit ${keptRefusals})`)
}
