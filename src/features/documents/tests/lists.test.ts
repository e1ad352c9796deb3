// Clients, providers, contracts and projects page by page, sorted, and as files. Orders have a test of their own.
import { afterAll, describe, expect, test } from 'vitest'
import { clientList } from '#features/clients/list.ts'
import { contractList } from '#features/contracts/list.ts'
import { projectList } from '#features/projects/list.ts'
import { providerList } from '#features/providers/list.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast } from '#tests/support/cast.ts'
import { loadThings } from '#tests/support/many-things.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
const beside = await makeCast(app, 'este', { companyId: cast.companyId })
await loadThings(app, { companyId: cast.companyId, clientId: cast.clientId, count: 130 })
await loadThings(app, { companyId: other.companyId, clientId: other.clientId, count: 30, from: 5001 })
await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
const provider = await app.signIn(cast.address('proveedor'))

type Money = { minor: string }
type Item = {
  id: string
  name: string
  clientName: string
  createdAt: string
  endsOn: string
  total: Money
  balance: { total: Money; committed: Money; used: Money }
}
type Key = (item: Item) => string | number | bigint

const spentPart = ({ balance: { total, committed, used } }: Item) =>
  ((BigInt(committed.minor) + BigInt(used.minor)) * 10_000n) / BigInt(total.minor)

const instant: Key = item => item.createdAt
const possibleKeys: { readonly [list: string]: { readonly [by: string]: Key } } = {
  clients: { name: item => fold(item.name), date: instant },
  providers: { name: item => fold(item.name), date: instant },
  contracts: {
    date: instant,
    client: item => fold(item.clientName),
    ends: item => item.endsOn,
    amount: item => BigInt(item.balance.total.minor),
    consumption: spentPart,
  },
  projects: {
    date: instant,
    name: item => fold(item.name),
    client: item => fold(item.clientName),
    amount: item => BigInt(item.total.minor),
  },
}

const lists = ['clients', 'providers', 'contracts', 'projects'] as const
const sorts: readonly { list: (typeof lists)[number]; sort: string }[] = [
  ...clientList.sorts.map(sort => ({ list: 'clients', sort }) as const),
  ...providerList.sorts.map(sort => ({ list: 'providers', sort }) as const),
  ...contractList.sorts.map(sort => ({ list: 'contracts', sort }) as const),
  ...projectList.sorts.map(sort => ({ list: 'projects', sort }) as const),
]

const ask = (path: string, as = cast.admin) => app.ask(`/api/${path}`, { as })

async function pageOf(
  list: string,
  query: string,
  as?: string,
): Promise<{ items: Item[]; next: string | null }> {
  const { status, body } = await ask(`${list}?${query}`, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return { items: body.items, next: body.next }
}

async function allOf(list: string, query: string, as?: string, limit = 30): Promise<Item[]> {
  return restOf(list, `${query}&limit=${limit}`, '', as)
}

/** Rows after a cursor, page after page. */
async function restOf(list: string, query: string, from: string, as?: string): Promise<Item[]> {
  const found: Item[] = []
  for (let after = from; ; ) {
    const { items, next } = await pageOf(
      list,
      `${query}${after && `&after=${encodeURIComponent(after)}`}`,
      as,
    )
    found.push(...items)
    if (next === null) return found
    after = next
  }
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe.each(sorts)('$list sorted by $sort', ({ list, sort }) => {
  const key = possibleKeys[list]?.[sort.replace('-', '')] ?? (() => 0)
  const sign = sort.startsWith('-') ? -1 : 1
  const compared = (a: string | number | bigint, b: string | number | bigint) => (a < b ? -1 : a > b ? 1 : 0)

  test('come once each, in this order, page after page', async () => {
    const items = await allOf(list, `sort=${sort}`)
    expect(new Set(idsOf(items)).size).toBe(items.length)
    expect(items.length).toBeGreaterThan(130)
    const inOrder = items.toSorted((a, b) => sign * (compared(key(a), key(b)) || compared(a.id, b.id)))
    expect(idsOf(items)).toEqual(idsOf(inOrder))
    const narrowed = await allOf(list, `sort=${sort}&q=faro`, undefined, 7)
    expect(narrowed.length).toBeGreaterThan(8)
    expect(idsOf(narrowed)).toEqual(idsOf(items).filter(id => idsOf(narrowed).includes(id)))
  })

  test('leave as a file in this order, with as many lines as it says', async () => {
    const listed = await allOf(list, `sort=${sort}&q=faro`)
    const lines = await linesOf(list, { sort, q: 'faro' })
    expect(lines.map(([id]) => id)).toEqual(listed.map(({ id, name }) => (list === 'clients' ? name : id)))
  })
})

async function exported(list: string, body: object, as = cast.admin) {
  return app.ask(`/api/${list}/exports`, { method: 'POST', as, body: { format: 'csv', ...body } })
}

async function linesOf(list: string, body: object, as?: string): Promise<string[][]> {
  const answer = await exported(list, body, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const file = await app.http.inject({ method: 'GET', url: answer.body.url })
  expect(file.statusCode).toBe(200)
  const [, ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines).toHaveLength(answer.body.rows)
  return lines.map(line => line.split(';'))
}

test('what is put in and taken out between two pages loses nothing else and repeats nothing', async () => {
  for (const sort of ['name', '-date']) {
    const before = await allOf('providers', `sort=${sort}`)
    const first = await pageOf('providers', `sort=${sort}&limit=30`)
    const [seen, unseen] = [first.items.at(-1)?.id, before[40]?.id]
    await app.tamper(
      sql`delete from provider where company_id = ${cast.companyId} and id = any (${[seen, unseen]})`,
    )
    const early = await cast.make('/api/providers', { name: '0 antes de todos' })
    const rest = await restOf('providers', `sort=${sort}&limit=30`, first.next ?? '')
    const all = [...idsOf(first.items), ...idsOf(rest)]
    expect(new Set(all).size, sort).toBe(all.length)
    expect(new Set(all)).toEqual(new Set(idsOf(before).filter(id => id !== unseen)))
    await app.tamper(sql`delete from provider where company_id = ${cast.companyId} and id = ${early}`)
  }
})

describe('nobody sees more by paging, sorting or carrying away', () => {
  test('nothing of another company', async () => {
    for (const list of lists) {
      const [ours, theirs] = [await allOf(list, ''), await allOf(list, '', other.admin)]
      expect(theirs.length).toBeGreaterThan(29)
      const ids = new Set(idsOf(ours))
      expect(
        idsOf(theirs).filter(id => ids.has(id) && !/^[A-Z]{3}-00[1-9]$/.test(id)),
        list,
      ).toEqual([])
      const file = JSON.stringify(await linesOf(list, {}, other.admin))
      expect(file).not.toMatch(/norte|este|-1\d\d\d/)
    }
  })

  test('nothing of another client, whatever is asked', async () => {
    for (const list of ['contracts', 'projects']) {
      for (const sort of ['client', '-client', '-date']) {
        const items = await allOf(list, `sort=${sort}`, beside.client)
        expect(new Set(items.map(item => item.clientName)), sort).toEqual(new Set(['Cliente este']))
      }
      expect((await linesOf(list, {}, beside.client)).length).toBe(
        (await allOf(list, '', beside.client)).length,
      )
      expect(JSON.stringify(await linesOf(list, {}, beside.client))).not.toContain('norte')
    }
    expect(await allOf('contracts', `clientId=${cast.clientId}`, beside.client)).toEqual([])
    expect(idsOf(await allOf('clients', '', beside.client))).toEqual([beside.clientId])
    expect((await linesOf('providers', {}, beside.client)).map(([id]) => id)).toEqual([beside.providerId])
  })

  test('a provider’s projects are sorted by its own contracts: their budgets are not told by the order', async () => {
    const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31', currency: 'EUR', clientId: cast.clientId }
    const small = await cast.make('/api/contracts', {
      ...dates,
      type: 'proveedor',
      providerId: cast.providerId,
      description: 'Poco',
      totalMinor: '500',
    })
    const rich = await cast.make('/api/projects', {
      name: 'Muy caro',
      clientId: cast.clientId,
      totalMinor: '99999999999',
      contractIds: [small],
      approverIds: cast.approverIds,
      executorIds: [],
    })
    const page = await pageOf('projects', 'sort=-amount&limit=1', provider)
    expect(idsOf(page.items)).toEqual([cast.projectId])
    expect(Buffer.from(page.next?.split('~')[1] ?? '', 'base64url').toString()).toBe('-amount 100000000')
    expect(idsOf(await allOf('projects', 'sort=-amount', provider))).toEqual([cast.projectId, rich])
    expect(JSON.stringify(await linesOf('projects', {}, provider))).not.toContain('999999999')
  })

  test('bank data leaves with those alone who see it whole', async () => {
    const bank = { iban: 'ES9121000418450200051332', bic: 'CAIXESBBXXX' }
    const banked = await cast.make('/api/providers', {
      name: 'Con cuenta',
      clientIds: [cast.clientId],
      ...bank,
    })
    expect(JSON.stringify(await linesOf('providers', { q: banked }))).toContain(bank.iban)
    expect(JSON.stringify(await linesOf('providers', { q: banked }, cast.client))).not.toMatch(/ES91|CAIX/)
  })

  test('who is shown no providers and no clients carries none away', async () => {
    for (const list of ['clients', 'providers'])
      expect((await exported(list, {}, cast.approvers[0])).status).toBe(403)
  })
})

test('that a list leaves is an event: which, narrowed by what, and how much of it', async () => {
  const before = (await app.journal(cast.companyId)).length
  for (const list of lists) await exported(list, { q: 'faro 4', sort: '-date', format: 'xlsx' })
  const events = (await app.journal(cast.companyId)).slice(before)
  expect(events.map(({ action }) => action)).toEqual(lists.map(list => `${list}.exported`))
  for (const { after } of events)
    expect(after).toEqual({ rows: expect.any(Number), format: 'xlsx', sort: '-date', q: 'faro 4' })
})

test('a formula runs nowhere, and a file is named by company, list and day', async () => {
  await cast.make('/api/clients', { name: '=2+3', email: 'formula@pruebas.example' })
  expect((await linesOf('clients', { q: 'formula' }))[0]?.[0]).toBe("'=2+3")
  const { body } = await exported('contracts', {})
  expect(decodeURIComponent(body.url)).toMatch(
    /^\/exports\/contracts\/.*\/norte - Contratos - \d\d-\d\d-\d{4}\.csv$/,
  )
  const swapped = body.url.replace('/contracts/', '/projects/')
  expect((await app.http.inject({ method: 'GET', url: swapped })).statusCode).toBe(404)
})

test('a contract leaves with what a treasurer counts', async () => {
  const [line] = await linesOf('contracts', { q: 'CTR-1050' })
  expect(line?.slice(5, 16)).toEqual([
    '10,00',
    '0,00',
    '50,00',
    '0,00',
    '-40,00',
    'EUR',
    '500,00',
    'ninguna',
    '01/01/2020',
    '07/01/2090',
    'Activo',
  ])
})

test('a place of another order, of another list or of nowhere is wrong at its field', async () => {
  for (const list of lists) {
    const { next } = await pageOf(list, 'sort=-date&limit=5')
    const elsewhere = list === 'projects' ? 'contracts' : 'projects'
    const foreign = (await pageOf(elsewhere, 'sort=-date&limit=5')).next
    const far = `CTR-001~${Buffer.from('-date 9999999999999999').toString('base64url')}`
    for (const [sort, after] of [
      ['date', next],
      ['-date', foreign],
      ['-date', `${next}x~`],
      ['-date', 'DOC-001'],
      ['-date', "'; drop table client; --"],
      ['-date', `${next?.split('~')[0]}~AAAA`],
    ]) {
      const { status, body } = await ask(`${list}?sort=${sort}&after=${encodeURIComponent(after ?? '')}`)
      expect([status, body.issues?.[0]?.pointer], `${list} ${sort} ${after}`).toEqual([422, '/query/after'])
    }
    if (list === 'contracts') expect((await pageOf(list, `sort=-date&after=${far}`)).items.length).toBe(50)
    expect((await ask(`${list}?sort=cheapest`)).status).toBe(422)
    expect((await exported(list, { sort: 'cheapest' })).status).toBe(422)
    expect((await exported(list, { q: 'a\0b' })).status).toBe(422)
  }
})
