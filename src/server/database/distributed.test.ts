import { expect, test } from 'vitest'
import { withKnownCompany } from '#server/database/distributed.ts'
import { search, sql } from '#server/database/sql.ts'

const company = '01900000-0000-7000-8000-000000000001'

test('each equality of companies names the company as well, by the value that is there already', () => {
  const query = sql`select from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    where d.company_id = ${company} and exists (select from approval a where a.company_id = d.company_id)`
  const { text, values, name } = withKnownCompany(query, company)
  expect(text).toContain('on (p.company_id = d.company_id and p.company_id = $1) and p.id')
  expect(text).toContain('where (a.company_id = d.company_id and a.company_id = $1))')
  expect(values).toEqual([company])
  expect(name).not.toBe(query.name)
})

test('of queues and of columns without an alias too, with a value of its own where there is none', () => {
  const query = search`select from event_unsealed u join event e on e.company_id = u.company
    where u.number > ${7} and exists (select from chain_head where company_id = e.company_id)`
  const { text, values, name } = withKnownCompany(query, company)
  expect(text).toContain('(e.company_id = u.company and e.company_id = $2)')
  expect(text).toContain('(company_id = e.company_id and company_id = $2)')
  expect(values).toEqual([7, company])
  expect(name).toBeUndefined()
})

test('a statement of one table stays as it is', () => {
  const query = sql`select from document where company_id = ${company} and id = ${'D-1'}`
  expect(withKnownCompany(query, company)).toBe(query)
})
