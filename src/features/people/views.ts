import { abilities, keepingOf } from '#features/people/rules.ts'
import { personAbility } from '#features/people/text.ts'
import type { listPeople, PersonRowWire } from '#features/people/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { nothing, part, search } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type PersonRow = Omit<PersonRowWire, 'can'> & { activeAdmins: number }

/** The people whom somebody keeps, by name, the active first. */
export async function peopleList(
  tx: TenantTx,
  actor: Actor,
  { role, clientId, q }: QueryOf<typeof listPeople>,
): Promise<PersonRowWire[]> {
  const keeping = keepingOf(actor)
  const rows = await tx.all<PersonRow>(search`
    select m.user_id as "userId", trim(a.name || ' ' || a.last_name) as name, a.email, a.role,
      coalesce(a.position, '') as position, coalesce(a.department, '') as department,
      m.active and a.active as active, a.password_hash is null as "isInvited", m.client_id as "clientId", m.provider_id as "providerId",
      a.last_sign_in_at as "lastSignInAt", m.created_at as "createdAt",
      (select count(*)::int from member x join account y on y.id = x.user_id
        where x.company_id = ${tx.companyId} and x.active and y.active and y.role = 'admin') as "activeAdmins"
    from member m join account a on a.id = m.user_id
    where m.company_id = ${tx.companyId} ${role ? part`and a.role = ${role}` : nothing}
      ${keeping.kind === 'company' ? nothing : ofClient(keeping.kind === 'client' ? keeping.clientId : null)}
      ${clientId ? part`and m.client_id = ${clientId}` : nothing}
      ${q ? part`and a.search like ${containing(q)}` : nothing}
    order by m.active desc, a.name, a.last_name, m.user_id limit 200`)
  return rows.map(({ activeAdmins, ...person }) => {
    const { deactivate, activate, invite } = abilities(actor, person, activeAdmins)
    const can = {
      deactivate: personAbility(deactivate),
      activate: personAbility(activate),
      invite: personAbility(invite),
    }
    return { ...person, can }
  })
}

const ofClient = (clientId: string | null) => part`and a.role = 'client_user' and m.client_id = ${clientId}`
