/**
 * The company's people as a directory sees them: members, and whoever is invited. An invited person has the id of the
 * invitation, also after they accept, so that nobody learns whether an address had an account before.
 */

import type { Filter } from '#features/scim/rules/filter.ts'
import { predicateFrom } from '#features/scim/views/filters.ts'
import type { Role } from '#kernel/actor.ts'
import { type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type DirectoryPerson = {
  readonly id: string
  /** Account of the person: never told. */
  readonly userId: string
  readonly isMember: boolean
  /** Latest invitation of somebody who is no member; null for a member. */
  readonly invitationId: string | null
  /** End of that invitation; null while nobody has answered it. */
  readonly outcome: 'accepted' | 'refused' | 'revoked' | null
  readonly externalId: string | null
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly role: Role
  /** True when they may come in: the member is active, and so is their account; the invitation is open. */
  readonly active: boolean
  /** The company's part of it, which is what a directory changes. */
  readonly isActiveHere: boolean
  readonly createdAt: string
  /** When the directory last changed them; null for somebody whom it never did. */
  readonly changedAt: string | null
}

/** People as rows `p`. Whom the directory deleted is not among them, until somebody brings them back. */
const peopleRows = (tx: TenantTx): Part => part`(
  select coalesce(case when r.removed_at is null then r.id end, came.id, m.user_id) as id, m.user_id, true as is_member, null::uuid as invitation_id,
    null::text as outcome, r.external_id, who.email, who.name, who.last_name, who.role,
    m.active and who.active as active, m.active as is_active_here, m.created_at, r.changed_at
  from member m join account who on who.id = m.user_id
  left join directory_person r on r.company_id = m.company_id and r.user_id = m.user_id
  left join (select distinct on (user_id) user_id, id from invitation
    where company_id = ${tx.companyId} and outcome = 'accepted' order by user_id, id) came on came.user_id = m.user_id
  where m.company_id = ${tx.companyId} and not who.is_service and (r.removed_at is null or m.active)
  union all
  select coalesce(r.id, i.id), i.user_id, false, i.id, i.outcome, r.external_id, i.email, i.name, i.last_name, i.role,
    i.outcome is null and i.expires_at > ${tx.now}, i.outcome is null and i.expires_at > ${tx.now},
    i.created_at, r.changed_at
  from (select distinct on (user_id) * from invitation where company_id = ${tx.companyId}
    order by user_id, created_at desc, id desc) i
  left join directory_person r on r.company_id = i.company_id and r.user_id = i.user_id and r.removed_at is null
  where (i.outcome is null or r.id is not null)
    and not exists (select from member m where m.company_id = i.company_id and m.user_id = i.user_id)) p`

const columns = part`p.id, p.user_id as "userId", p.is_member as "isMember", p.invitation_id as "invitationId", p.outcome,
  p.external_id as "externalId", p.email, p.name, p.last_name as "lastName", p.role, p.active,
  p.is_active_here as "isActiveHere",
  p.created_at as "createdAt", p.changed_at as "changedAt"`

export type Page = { readonly from: number; readonly count: number }

/** People whom a filter finds, by when they came, and how many there are. `from` counts from 0. */
export async function listDirectory(tx: TenantTx, filter: Filter | null, { from, count }: Page) {
  const found = filter === null ? part`true` : predicateFrom(filter)
  const [people, [total]] = await Promise.all([
    tx.all<DirectoryPerson>(search`
      select ${columns} from ${peopleRows(tx)} where ${found} order by p.created_at, p.id
      limit ${count} offset ${from}`),
    tx.all<{ count: number }>(search`select count(*)::int as count from ${peopleRows(tx)} where ${found}`),
  ])
  return { people, total: total?.count ?? 0 }
}

/** The person with this id; null for one of nobody of this company. */
export const findPerson = (tx: TenantTx, id: string): Promise<DirectoryPerson | null> =>
  tx.one<DirectoryPerson>(search`select ${columns} from ${peopleRows(tx)} where p.id = ${id}`)

/** The person whom the directory knows by this address, or by this name of its own. */
export const findAlike = (
  tx: TenantTx,
  { email, externalId }: { readonly email: string | null; readonly externalId: string | null },
): Promise<DirectoryPerson | null> =>
  tx.one<DirectoryPerson>(search`
    select ${columns} from ${peopleRows(tx)}
    where p.email = ${email} or p.external_id = ${externalId} order by p.created_at limit 1`)

export type ChangedPerson = Pick<DirectoryPerson, 'email' | 'name' | 'lastName' | 'active' | 'isMember'> & {
  readonly isRemoved: boolean
  readonly changedAt: string
}

/**
 * People whom the directory added, changed or deleted last. Whom it deleted has the address and the name under which they
 * were invited, unless they came; one whom somebody has brought back since is as they are now.
 */
export const lastChanged = (tx: TenantTx, most: number): Promise<ChangedPerson[]> =>
  tx.all<ChangedPerson>(search`
    select email, name, last_name as "lastName", active, is_member as "isMember", is_removed as "isRemoved",
      changed_at as "changedAt"
    from (
      select p.id, p.email, p.name, p.last_name, p.active, p.is_member, false as is_removed, p.changed_at
      from ${peopleRows(tx)} where p.changed_at is not null
      union all
      select r.id, coalesce(i.email, who.email), coalesce(i.name, who.name), coalesce(i.last_name, who.last_name), false,
        m.user_id is not null, true, r.changed_at
      from directory_person r join account who on who.id = r.user_id
      left join member m on m.company_id = r.company_id and m.user_id = r.user_id
      left join lateral (select email, name, last_name from invitation
        where company_id = r.company_id and user_id = r.user_id and m.user_id is null
        order by created_at desc, id desc limit 1) i on true
      where r.company_id = ${tx.companyId} and r.removed_at is not null and m.active is not true) changed
    order by changed_at desc, id limit ${most}`)
