/** Filters of SCIM as predicates of SQL, over rows `p` of people. */
import type { Comparison, Filter } from '#features/scim/rules/filter.ts'
import { ScimError } from '#features/scim/rules/scim-error.ts'
import { type Part, part } from '#server/database/sql.ts'

/** An attribute in SQL. `folds`: compared without regard to case. */
type Column =
  | { readonly kind: 'text'; readonly value: Part; readonly folds: boolean }
  | { readonly kind: 'truth'; readonly value: Part }

const text = (value: Part, folds = true): Column => ({ kind: 'text', value, folds })
const wholeName = part`trim(p.name || ' ' || p.last_name)`

const columns = new Map<string, Column>([
  ['id', text(part`p.id::text`, false)],
  ['externalid', text(part`p.external_id`, false)],
  ['username', text(part`p.email`)],
  ['emails', text(part`p.email`)],
  ['emails.value', text(part`p.email`)],
  ['emails.type', text(part`'work'`)],
  ['emails.primary', { kind: 'truth', value: part`true` }],
  ['name.givenname', text(part`p.name`)],
  ['name.familyname', text(part`nullif(p.last_name, '')`)],
  ['name.formatted', text(wholeName)],
  ['displayname', text(wholeName)],
  ['roles', text(part`p.role`, false)],
  ['roles.value', text(part`p.role`, false)],
  ['active', { kind: 'truth', value: part`p.active` }],
])

/** The predicate of a filter; nothing that is not there is equal to anything. @throws ScimError `invalidFilter`. */
export function predicateFrom(filter: Filter): Part {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return joined(filter.kind, filter.all.map(predicateFrom))
    case 'not':
      return part`(not ${predicateFrom(filter.inner)})`
    case 'present':
      return part`(${findColumn(filter.attribute).value} is not null)`
    case 'compare':
      return compared(findColumn(filter.attribute), filter.by, filter.value)
  }
}

function joined(kind: 'and' | 'or', [first, ...others]: readonly Part[]): Part {
  const all = others.reduce(
    (left, right) => (kind === 'and' ? part`${left} and ${right}` : part`${left} or ${right}`),
    first ?? part`true`,
  )
  return part`(${all})`
}

function findColumn(attribute: string): Column {
  const column = columns.get(attribute)
  if (column === undefined) throw refused('El filtro nombra un atributo por el que no se filtra.')
  return column
}

function compared(column: Column, by: Comparison, value: string | boolean | null): Part {
  if (value === null) return comparedWithNothing(column, by)
  return column.kind === 'truth' ? comparedTruth(column.value, by, value) : comparedText(column, by, value)
}

function comparedWithNothing({ value }: Column, by: Comparison): Part {
  if (by === 'eq') return part`(${value} is null)`
  if (by === 'ne') return part`(${value} is not null)`
  throw refused('El filtro compara con null de una forma que no se admite.')
}

function comparedTruth(value: Part, by: Comparison, wanted: string | boolean): Part {
  // Entra writes the words in quotes.
  const word = String(wanted).toLowerCase()
  if (word !== 'true' && word !== 'false')
    throw refused('El filtro compara con un valor que no es true ni false.')
  if (by !== 'eq' && by !== 'ne')
    throw refused('El filtro compara true o false de una forma que no se admite.')
  const isTrue = (word === 'true') === (by === 'eq')
  return isTrue ? part`(${value})` : part`(not ${value})`
}

function comparedText(
  { value, folds }: Extract<Column, { kind: 'text' }>,
  by: Comparison,
  wanted: string | boolean,
): Part {
  if (typeof wanted !== 'string') throw refused('El filtro compara un texto con un valor que no lo es.')
  if (wanted.includes('\0')) throw refused('El filtro lleva caracteres que no se admiten.')
  const [left, right] = folds
    ? [part`lower(${value})`, part`lower(${wanted}::text)`]
    : [value, part`${wanted}::text`]
  switch (by) {
    case 'eq':
      return part`(${left} is not distinct from ${right})`
    case 'ne':
      return part`(${left} is distinct from ${right})`
    case 'co':
      return part`coalesce(strpos(${left}, ${right}) > 0, false)`
    case 'sw':
      return part`coalesce(starts_with(${left}, ${right}), false)`
    case 'ew':
      return part`coalesce(right(${left}, char_length(${right})) = ${right}, false)`
  }
}

const refused = (detail: string): ScimError => new ScimError(400, 'invalidFilter', detail)
