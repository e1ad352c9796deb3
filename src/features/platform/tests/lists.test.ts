// The platform's lists page by page, sorted, and as files, against the whole program.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { companyList, contractFiguresList, orderFlowList, userList } from '#features/platform/list.ts'
import { fold } from '#kernel/text.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'
import { unzipped } from '#tests/support/unzip.ts'

let app: Platform
let saas = { userId: '', token: '' }
let norte: Cast
let sur: Cast

beforeAll(async () => {
  app = await startPlatform()
  saas = await app.operator('saas@plataforma.example')
  norte = await makeCast(app, 'norte')
  sur = await makeCast(app, 'sur')
  await app.tamper(sql`update company set name = 'Álamo' where company_id = ${sur.companyId}`)
  await app.company('free', '=cmd()')
  for (const cast of [norte, sur]) await ordersOf(app, cast).submit()
  for (const { companyId } of [norte, sur]) await repeat(companyId)
})
afterAll(() => app?.stop())

/** Orders and contracts enough for several pages, some of one instant and of one day. */
async function repeat(companyId: string): Promise<void> {
  await app.tamper(sql`
    insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name,
      amount_minor, currency, state, revision, created_by, changed_by, created_at, submitted_at, updated_at)
    select company_id, 'DOC-' || n, n, project_id, contract_id, client_id, provider_id, type, 'Copia',
      amount_minor, currency, 'in_approval', 1, created_by, changed_by,
      timestamptz '2026-01-01' + (n / 2) * interval '1 hour', submitted_at, updated_at
    from document, generate_series(500, 529) n where company_id = ${companyId} and id = 'DOC-001'`)
  await app.tamper(sql`
    insert into contract (company_id, id, client_id, type, description, total_minor, currency, starts_on,
      ends_on, status, created_by, created_at)
    select company_id, 'CTR-' || n, client_id, 'cliente', 'Copia', total_minor, currency, '2026-01-01',
      date '2026-06-01' + n % 7, 'active', created_by, timestamptz '2026-01-01' + (n / 3) * interval '1 hour'
    from contract, generate_series(500, 529) n where company_id = ${companyId} and id = 'CTR-001'`)
}

type Item = { [field: string]: string }

/** Every row of a list, a page of twenty after the other. */
async function allOf(list: string, query: string): Promise<Item[]> {
  const found: Item[] = []
  for (let after = ''; ; ) {
    const { status, body } = await app.ask(`/api/platform/${list}?limit=20&${query}${after}`, {
      as: saas.token,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...body.items)
    if (body.next === null) return found
    after = `&after=${encodeURIComponent(body.next)}`
  }
}

const asked = (list: string, body: object, as: string | undefined = saas.token) =>
  app.ask(`/api/platform/${list}/exports`, { method: 'POST', as, body: { format: 'csv', ...body } })
const download = (url: string) => app.http.inject({ method: 'GET', url })

async function linesOf(list: string, body: object): Promise<string[][]> {
  const answer = await asked(list, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const file = await download(answer.body.url)
  expect(file.statusCode).toBe(200)
  const [, ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines).toHaveLength(answer.body.rows)
  return lines.map(line => line.split(';'))
}

/** Field that tells one row from another, on the screen and in the file. */
const lists = {
  companies: { sorts: companyList.sorts, shown: ({ name }: Item) => name, written: 0, search: 'cmd' },
  users: { sorts: userList.sorts, shown: ({ email }: Item) => email, written: 1, search: 'norte' },
  'order-flows': {
    sorts: orderFlowList.sorts,
    shown: ({ id, companyName }: Item) => `${id} ${companyName}`,
    written: [0, 1],
    search: 'norte',
  },
  contracts: {
    sorts: contractFiguresList.sorts,
    shown: ({ id, companyName }: Item) => `${id} ${companyName}`,
    written: [0, 1],
    search: 'norte',
  },
  customers: {
    sorts: companyList.sorts,
    shown: ({ companyName }: Item) => companyName,
    written: 0,
    search: null,
  },
} as const
const names = ['companies', 'users', 'order-flows', 'contracts', 'customers'] as const
type List = (typeof names)[number]
const sorted = names.flatMap(list => lists[list].sorts.map(sort => [list, sort] as const))

const told = (list: List, line: string[]): string =>
  [lists[list].written]
    .flat()
    .map(column => line[column]?.replaceAll('"', '').replace(/^'=/, '='))
    .join(' ')

test.each(sorted)(
  '%s sorted by %s leave as they are shown, row by row, every row once',
  async (list, sort) => {
    const shown = (await allOf(list, `sort=${sort}`)).map(lists[list].shown)
    expect(new Set(shown).size).toBe(shown.length)
    expect((await linesOf(list, { sort })).map(line => told(list, line))).toEqual(shown)
  },
)

describe('over all companies', () => {
  const keys: { readonly [by: string]: (row: Item) => string } = {
    date: ({ createdAt = '' }) => createdAt,
    ends: ({ endsOn = '' }) => endsOn,
    company: ({ companyName = '' }) => fold(companyName),
  }
  const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  test.each([
    ...orderFlowList.sorts.map(sort => ['order-flows', sort, 62] as const),
    ...contractFiguresList.sorts.map(sort => ['contracts', sort, 64] as const),
  ])('%s sorted by %s come once each, in this order, page after page', async (list, sort, count) => {
    const rows = await allOf(list, `sort=${sort}`)
    const key = keys[sort.replace('-', '')] ?? (() => '')
    const sign = sort.startsWith('-') ? -1 : 1
    const idOf = ({ companyId, id }: Item) => `${companyId}/${id}`
    const inOrder = rows.toSorted((a, b) => sign * (compared(key(a), key(b)) || compared(idOf(a), idOf(b))))
    expect(rows).toHaveLength(count)
    expect(rows.map(idOf)).toEqual(inOrder.map(idOf))
  })

  test('customers are sorted by name as people read it, and by when they came', async () => {
    const byName = (await allOf('customers', 'sort=name')).map(({ companyName }) => companyName)
    expect(byName).toEqual(byName.toSorted((a = '', b = '') => compared(fold(a), fold(b))))
    const byDate = (await allOf('customers', 'sort=-date')).map(({ joinedAt }) => joinedAt)
    expect(byDate).toEqual(byDate.toSorted().toReversed())
  })

  test('a place in one order is none in another', async () => {
    const page = await app.ask('/api/platform/order-flows?sort=company&limit=5', { as: saas.token })
    const after = encodeURIComponent(page.body.next)
    const answer = await app.ask(`/api/platform/order-flows?sort=date&after=${after}`, { as: saas.token })
    expect([answer.status, answer.body.issues[0].pointer]).toEqual([422, '/query/after'])
  })
})

describe('a list that leaves', () => {
  test.each(names.filter(list => lists[list].search !== null))(
    '%s: what is searched is all that leaves',
    async list => {
      const all = await linesOf(list, {})
      const found = await linesOf(list, { q: lists[list].search })
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(all.length)
    },
  )

  test('runs no formula that a company is named after', async () => {
    const lines = (await linesOf('companies', {})).map(([name]) => name)
    expect(lines).toContain("'=cmd()")
  })

  test('is a book too', async () => {
    const { body } = await asked('customers', { format: 'xlsx' })
    const file = await download(body.url)
    expect(unzipped(file.rawPayload)['xl/worksheets/sheet1.xml']).toContain('Álamo')
  })

  const written = async ({ companyId }: Cast) =>
    (await app.journal(companyId, companyId)).filter(({ action }) => action === 'platform.exported')

  test('is told to each company that it tells of, how much of it, and to no other', async () => {
    const [north, south] = [await written(norte), await written(sur)]
    await asked('order-flows', { q: 'norte', status: 'pending' })
    expect((await written(sur)).length).toBe(south.length)
    const [event, ...others] = (await written(norte)).slice(north.length)
    expect(others).toEqual([])
    const byOthers = await app.tamper(sql`select from event
      where company_id = ${norte.companyId} and action = 'platform.exported' and actor_id is distinct from ${saas.userId}`)
    expect(byOthers).toEqual([])
    expect(event).toMatchObject({
      after: { exported: 'Flujos de Pedidos', q: 'norte', status: 'pending', format: 'csv', rows: 31 },
    })
    await asked('users', { companyId: sur.companyId })
    expect((await written(sur)).at(-1)).toMatchObject({ after: { exported: 'Usuarios' } })
    expect((await written(norte)).length).toBe(north.length + 1)
  })

  test('is written down by no request that is refused, and belongs to the platform alone', async () => {
    const before = await written(norte)
    for (const as of [norte.admin, norte.client, norte.executor, ...norte.approvers])
      for (const list of names) expect((await asked(list, {}, as)).status).toBe(403)
    const answers = await Promise.all(
      names.map(list =>
        app.ask(`/api/platform/${list}/exports`, { method: 'POST', body: { format: 'csv' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 401))
    expect(await written(norte)).toEqual(before)
  })
})

describe('the address of a file', () => {
  test('ends with the session that asked for it, and with its rank', async () => {
    const { token, userId } = await app.operator('otra@plataforma.example')
    const { body } = await asked('companies', {}, token)
    expect((await download(body.url)).statusCode).toBe(200)
    await app.tamper(sql`update account set role = 'approver' where id = ${userId}`)
    expect((await download(body.url)).statusCode).toBe(403)
    await app.tamper(sql`update account set role = 'admin_saas' where id = ${userId}`)
    await app.ask('/auth/v1/logout', { method: 'POST', as: token })
    expect((await download(body.url)).statusCode).toBe(401)
  })

  test('opens no other list, is not changed by hand, and ends after five minutes', async () => {
    const { body } = await asked('companies', {})
    expect((await download(body.url.replace('companies', 'users'))).statusCode).toBe(404)
    expect((await download(body.url.replace(/\/e/, '/f'))).statusCode).toBe(404)
    const later = vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
    expect((await download(body.url)).statusCode).toBe(404)
    later.mockRestore()
  })
})
