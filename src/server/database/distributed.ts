/**
 * Statements of a company on a distributed database (Citus). It finds the node of a company by a value beside
 * `company_id`, in the outermost query and in each subquery alike: it does not follow `x.company_id = d.company_id`
 * into a subquery.
 */
import { type Sql, statementName } from '#server/database/sql.ts'

const equalCompanies = /\b((?:\w+\.)?(?:company_id|company)) = \w+\.(?:company_id|company)\b/g

/** The query with the company itself beside each equality of companies. The rows are the same. */
export function withKnownCompany(query: Sql, companyId: string): Sql {
  if (query.text.search(equalCompanies) === -1) return query
  const known = query.values.indexOf(companyId)
  const values = known === -1 ? [...query.values, companyId] : query.values
  const place = known === -1 ? values.length : known + 1
  const text = query.text.replace(
    equalCompanies,
    (equality, column) => `(${equality} and ${column} = $${place})`,
  )
  return query.name ? { ...query, text, values, name: statementName(text) } : { text, values }
}
