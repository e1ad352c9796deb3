import { pageOf, pageSize } from '#features/platform/views/page.ts'
import type { listUsers, UserRowWire } from '#features/platform/wire/users.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import type { Db } from '#server/db.ts'
import { nothing, part, search } from '#server/sql.ts'

/** All accounts with the companies they belong to, the newest first. */
export async function userPage(
  db: Db,
  { q, companyId, state, after }: QueryOf<typeof listUsers>,
): Promise<{ items: UserRowWire[]; next: string | null }> {
  const rows = await db.run<UserRowWire>(search`
    select a.id, trim(a.name || ' ' || a.last_name) as name, a.email, a.role, a.active,
      case when not a.active then a.requested_role end as "requestedRole",
      a.email_confirmed_at is not null as "isConfirmed", a.second_factor as "hasSecondFactor",
      a.last_sign_in_at as "lastSignInAt", a.created_at as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', c.company_id, 'name', c.name, 'active', m.active)
          order by c.name)
        from account_company x join member m on m.company_id = x.company and m.user_id = x.user_id
        join company c on c.company_id = x.company where x.user_id = a.id), '[]'::jsonb) as companies
    from account a
    where true ${q ? part`and a.search like ${containing(q)}` : nothing}
      ${state ? part`and not a.active and a.requested_role is not null` : nothing}
      ${companyId ? part`and exists (select from account_company x where x.user_id = a.id and x.company = ${companyId})` : nothing}
      ${after ? part`and (a.created_at, a.id) < (select created_at, id from account where id = ${after})` : nothing}
    order by a.created_at desc, a.id desc limit ${pageSize + 1}`)
  return pageOf(rows)
}
