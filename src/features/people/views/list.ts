/** The list of people, for whoever manages them: a page, and the number of its rows. */
import { peopleList } from '#features/people/list.ts'
import { mayWithdrawAddress, personAbilities } from '#features/people/rules.ts'
import { isSeenBy } from '#features/people/scope.ts'
import { personAbility } from '#features/people/text.ts'
import type { listPeople } from '#features/people/wire/list.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy, type Predicates } from '#server/database/list-filter.ts'
import { part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = FilterValues<typeof peopleList>

type PersonRow = Omit<PersonRowWire, 'can' | 'userId' | 'pendingAddress'> & {
  id: string
  activeAdmins: number
  newEmail: string | null
  isConfirmed: boolean
  countsFrom: string
  setBy: string | null
  companies: number
  sort_key: string
}

export async function peoplePage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listPeople>) {
  // Active people come first, in either direction of the sort by name.
  const [active, others] = query.sort.startsWith('-') ? ['1', '0'] : ['0', '1']
  const page = keysetPage(peopleList, query, {
    id: part`m.user_id`,
    keys: {
      name: part`(case when m.active then ${active} else ${others} end || ' ' || who.search) collate "C"`,
      seen: part`coalesce(who.last_sign_in_at, timestamptz 'epoch')`,
      date: part`m.created_at`,
    },
  })
  const found = await tx.all<PersonRow>(search`
    select m.user_id as id, trim(who.name || ' ' || who.last_name) as name, who.email, who.role,
      coalesce(who.position, '') as position, coalesce(who.department, '') as department,
      m.active and who.active as active, who.password_hash is null as "isInvited", m.client_id as "clientId",
      m.provider_id as "providerId", coalesce(c.name, p.name) as organisation,
      who.last_sign_in_at as "lastSignInAt", m.created_at as "createdAt",
      (select count(*)::int from member x join account y on y.id = x.user_id
        where x.company_id = ${tx.companyId} and x.active and y.active and y.role = 'admin') as "activeAdmins",
      case when who.new_email_by is not null then who.new_email end as "newEmail",
      who.new_email_confirmed_at is not null as "isConfirmed", who.new_email_after as "countsFrom",
      case when who.new_email is not null then who.new_email_by end as "setBy",
      (select count(*)::int from account_company k where k.user_id = who.id and k.sample_of is null) as companies,
      ${page.cursorText(page.key)} as sort_key
    from member m join account who on who.id = m.user_id
    left join client c on c.company_id = m.company_id and c.id = m.client_id
    left join provider p on p.company_id = m.company_id and p.id = m.provider_id
    where ${whereManagedAndFiltered(tx, actor, query)} ${page.afterCursor}
    order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(row => personFromRow(actor, row)), next }
}

/** Number of people whom the filters find among those whom the actor sees. */
export async function peopleTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(search`
    select count(*)::int as count from member m join account who on who.id = m.user_id
    where ${whereManagedAndFiltered(tx, actor, filters)}`)
  return found?.count ?? 0
}

/** Condition of the list: people whom the actor sees and the filters find; expects `member` as `m` and `account` as `who`. */
function whereManagedAndFiltered(tx: TenantTx, actor: Actor, filters: Filters) {
  const isSeen = isSeenBy(actor, { role: part`who.role`, clientId: part`m.client_id` })
  return part`m.company_id = ${tx.companyId} and not who.is_service and ${isSeen} ${filteredBy(peopleList, filters, predicates)}`
}

const predicates: Predicates<typeof peopleList> = {
  role: role => part`who.role = ${role}`,
  clientId: id => part`m.client_id = ${id}`,
  q: typed => part`who.search like ${containing(typed)}`,
}

function personFromRow(actor: Actor, row: PersonRow): PersonRowWire {
  const { id: userId, activeAdmins, sort_key: _, ...rest } = row
  const { newEmail, isConfirmed, countsFrom, setBy, companies, ...person } = rest
  const { deactivate, activate, invite, endSessions } = personAbilities(
    actor,
    { ...person, userId },
    activeAdmins,
  )
  const pendingAddress =
    newEmail === null || !readsWholeCompany(actor.role)
      ? null
      : { email: newEmail, countsFrom: isConfirmed ? countsFrom : null }
  const can = {
    deactivate: personAbility(deactivate),
    activate: personAbility(activate),
    invite: personAbility(invite),
    endSessions: personAbility(endSessions),
    withdrawAddress: personAbility(mayWithdrawAddress(actor, { role: person.role, setBy, companies })),
  }
  return { ...person, userId, pendingAddress, can }
}
