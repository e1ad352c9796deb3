/** Queries of profiles, within the reader's scope. Every value is a parameter; column names come from a closed list. */
import type { Asker } from '#features/profiles/rules.ts'
import { profileReach } from '#features/profiles/rules.ts'
import type { ProfileColumn, ProfileFilter, ProfileOrder, ProfileQuery } from '#features/profiles/wire.ts'
import { commaSeparated, nothing, part, type Sql, search } from '#server/database/sql.ts'

type Fragment = ReturnType<typeof part>

export function profileRows(asker: Asker, { columns, filters, order, limit, offset }: ProfileQuery): Sql {
  const selected = commaSeparated(columns.map(column => columnSql[column]))
  return search`
    select ${selected} from (${visibleProfiles(asker)}) p where ${matchesFilters(filters)}
    order by ${commaSeparated([...order.map(orderPart), part`p.id`])} limit ${limit} offset ${offset}`
}

export const profileCount = (asker: Asker, { filters }: Pick<ProfileQuery, 'filters'>): Sql => search`
  select count(*)::int as count from (${visibleProfiles(asker)}) p where ${matchesFilters(filters)}`

/** Ids of the matching profiles, one more than may be changed at once, which shows an excess. */
export const profileIds = (asker: Asker, filters: readonly ProfileFilter[], most: number): Sql => search`
  select p.id from (${visibleProfiles(asker)}) p where ${matchesFilters(filters)} order by p.id limit ${most + 1}`

/** The profiles visible to the asker. Those of a company need a transaction of that company. */
function visibleProfiles(asker: Asker): Fragment {
  const columns = part`who.id, trim(who.name || ' ' || who.last_name) as name, who.email, who.role, who.created_at,
    case when who.new_email_by is not null then who.new_email end as new_email`
  switch (profileReach(asker)) {
    case 'everybody':
      return part`select ${columns}, who.active from account who where not who.is_service`
    case 'company':
      return part`select ${columns}, who.active and m.active as active
        from member m join account who on who.id = m.user_id
        where m.company_id = ${asker.companyId} and not who.is_service`
    case 'own':
      return part`select ${columns}, who.active from account who where who.id = ${asker.userId}`
  }
}

const columnSql: { readonly [column in ProfileColumn]: Fragment } = {
  id: part`p.id`,
  name: part`p.name`,
  email: part`p.email`,
  role: part`p.role`,
  new_email: part`p.new_email`,
  active: part`p.active`,
  created_at: part`p.created_at`,
}

function matchesFilters(filters: readonly ProfileFilter[]): Fragment {
  return filters.reduce((all, filter) => part`${all} and ${condition(filter)}`, part`true`)
}

function condition(filter: ProfileFilter): Fragment {
  const column = columnSql[filter.column]
  const type = columnTypes[filter.column]
  switch (filter.operator) {
    case 'eq':
      return part`${column} = ${filter.value}::${type}`
    case 'neq':
      return part`${column} <> ${filter.value}::${type}`
    case 'ilike':
      return part`${column} ilike ${filter.value.replaceAll('*', '%')}`
    case 'in':
      return part`${column} = any (${filter.values}::${type}[])`
    case 'is':
      if (filter.value === null) return part`${column} is null`
      return filter.value ? part`${column} is true` : part`${column} is false`
  }
}

const columnTypes: { readonly [column in ProfileColumn]: Fragment } = {
  id: part`uuid`,
  name: part`text`,
  email: part`text`,
  role: part`text`,
  new_email: part`text`,
  active: part`boolean`,
  created_at: part`timestamptz`,
}

function orderPart({ column, isDescending, nulls }: ProfileOrder): Fragment {
  const direction = isDescending ? part`desc` : part`asc`
  const place = nulls === null ? nothing : nulls === 'first' ? part`nulls first` : part`nulls last`
  return part`${columnSql[column]} ${direction} ${place}`
}
