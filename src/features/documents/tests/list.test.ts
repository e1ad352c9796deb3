import { afterAll, describe, expect, test } from 'vitest'
import { documentList } from '#features/documents/list.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const providerIds = [cast.providerId]
for (const name of ['Ábaco', 'áncora', 'Zinc'])
  providerIds.push(await cast.make('/api/providers', { name, clientIds: [clientId] }))
const people = { companyId, projectId, clientId, approverIds, executorId, providerIds }
await loadOrders(app, { ...people, contractId: cast.payable, count: 130 })
// Many that are equal, and many without a due day: what separates two pages is then the order's number.
await app.tamper(sql`update document set amount_minor = 7, name = 'Árido' where number % 3 = 0`)
await app.tamper(sql`update document set due_on = date '2026-03-01' + number % 9, planned_minor = amount_minor
  where number % 3 <> 1`)

type Row = { id: string; name: string; providerName: string; amount: { minor: string }; dueOn: string | null }

const ask = (query: string) => app.ask(`/api/documents?${query}`, { as: cast.client })

async function pagesOf(query: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const { status, body } = await ask(`${query}&limit=20${after && `&after=${after}`}`)
    expect(status, JSON.stringify(body)).toBe(200)
    rows.push(...body.items)
    if (body.next === null) return rows
    after = encodeURIComponent(body.next)
  }
}

const numberOf = ({ id }: Row) => Number(id.slice(4))
const keys: { readonly [by: string]: (row: Row) => string | number } = {
  date: () => 0,
  amount: ({ amount }) => Number(amount.minor),
  name: ({ name }) => fold(name),
  provider: ({ providerName }) => fold(providerName),
  due: ({ dueOn }) => dueOn ?? '2200-12-31',
  '-due': ({ dueOn }) => dueOn ?? '1900-01-01',
}

describe.each(documentList.sorts)('sorted by %s', sort => {
  const by = sort.replace('-', '')
  const key = keys[sort] ?? keys[by] ?? (() => 0)
  const sign = sort.startsWith('-') ? -1 : 1
  const inOrder = (a: Row, b: Row) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x < y ? -1 : x > y ? 1 : numberOf(a) - numberOf(b))
  }

  test('every order comes once, in this order, page after page', async () => {
    const rows = await pagesOf(`sort=${sort}`)
    expect(new Set(rows.map(row => row.id)).size).toBe(130)
    expect(rows.map(row => row.id)).toEqual(rows.toSorted(inOrder).map(row => row.id))
  })

  test('what narrows the list narrows each of its pages', async () => {
    const all = await pagesOf(`sort=${sort}`)
    const narrowed = await pagesOf(`sort=${sort}&status=pending&type=gasto&q=arido`)
    const { body } = await ask('status=pending&type=gasto&q=arido&limit=200')
    const wanted = new Set(body.items.map((row: Row) => row.id))
    expect(narrowed.map(row => row.id)).toEqual(all.map(row => row.id).filter(id => wanted.has(id)))
    expect(narrowed.length).toBeGreaterThan(5)
  })
})

test.each(['due', '-due'])('orders without a due day stand at the end, sorted by %s', async sort => {
  for (const status of ['', '&status=pending', '&status=paid']) {
    const days = (await pagesOf(`sort=${sort}${status}`)).map(row => row.dueOn)
    const dated = days.filter(day => day !== null).length
    expect([dated > 5, dated < days.length, days.slice(dated).every(day => day === null)]).toEqual([
      true,
      true,
      true,
    ])
  }
})

test('what is no place in this order is refused', async () => {
  const { next } = (await ask('sort=name&limit=5')).body
  for (const query of [
    'after=x',
    'sort=amount&after=DOC-001',
    `after=${next}`,
    `sort=amount&after=${next}`,
    'sort=amount&after=DOC-001~AAAA',
    'sort=name&after=DOC-001~_w',
    'sort=due&after=DOC-001',
    `sort=due&after=${encodeURIComponent((await ask('sort=-due&limit=5')).body.next)}`,
    'sort=cheapest',
  ])
    expect((await ask(query)).status, query).toBe(422)
})
