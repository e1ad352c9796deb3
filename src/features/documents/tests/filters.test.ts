// Filters of orders against a plain twin, in the list, its counts and sums; and the parties to filter by.
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type DocumentState, statusFromState } from '#features/documents/rules.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Currency, currencyDecimals, minorFromText, powerOfTen } from '#kernel/money.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte', { total: '900000000000' })
const beside = await makeCast(app, 'este', { companyId: cast.companyId, total: '900000000000' })
const other = await makeCast(app, 'sur', { total: '900000000000' })
for (const each of [cast, beside, other]) {
  const { companyId, projectId, clientId, approverIds, executorId, payable: contractId } = each
  const people = { companyId, projectId, clientId, approverIds, executorId }
  await loadOrders(app, { ...people, contractId, providerIds: [each.providerId], count: 60 })
}
// Amounts, dates and requesters that differ, the ends of days in Madrid among them.
await app.tamper(sql`update document set
  created_at = timestamptz '2026-03-01 22:59:59Z' + (number % 9) * interval '1 day' + (number % 3) * interval '1 second',
  approved_at = case when approved_at is not null
    then timestamptz '2026-04-01 21:59:59Z' + (number % 5) * interval '1 day' + (number % 2) * interval '1 second' end,
  created_by = case when number % 2 = 0 and company_id = ${cast.companyId} then ${cast.approverIds[0]} else created_by end,
  currency = case when client_id = ${beside.clientId} then 'CLP' else 'EUR' end`)
// A project has one currency, and its orders have it.
await app.tamper(sql`update project set currency = 'CLP' where client_id = ${beside.clientId}`)
await app.tamper(sql`update document set
  invoice_date = case when number % 4 = 0 then null else date '2026-02-01' + number % 6 end`)
await app.tamper(
  sql`update execution set executed_on = date '2026-05-01' + (ascii(right(document_id, 1)) % 7)`,
)

type Order = {
  id: string
  client_id: string
  project_id: string
  contract_id: string
  provider_id: string
  created_by: string
  type: string
  state: DocumentState
  amount_minor: bigint
  currency: Currency
  created_at: string
  approved_at: string | null
  executed_on: string | null
  invoice_date: string | null
  approver_ids: string[]
}

const orders =
  await app.owner.run<Order>(sql`select d.id, client_id, project_id, contract_id, provider_id, created_by,
    type, state, amount_minor, currency, created_at, approved_at, executed_on::text, invoice_date::text,
    array(select approver_id from approval s where s.company_id = d.company_id and s.document_id = d.id) as approver_ids
  from document d left join execution e on e.company_id = d.company_id and e.document_id = d.id
  where d.company_id = ${cast.companyId}`)

type Filters = { readonly [name: string]: string | undefined }

const zone = 'Europe/Madrid'
const isWithin = (day: string | null, from?: string, to?: string): boolean =>
  (from === undefined && to === undefined) || (day !== null && (from ?? '') <= day && day <= (to ?? '9'))

/** The rule once more, without SQL. */
function isFound(order: Order, asked: Filters): boolean {
  const { created_at, approved_at, executed_on, invoice_date, amount_minor, currency } = order
  const hundredths = (amount_minor * 100n) / powerOfTen(currencyDecimals(currency))
  const [least, greatest] = [asked.amountFrom, asked.amountTo].map(text => text && hundredthsFrom(text))
  return (
    [undefined, order.provider_id].includes(asked.providerId) &&
    [undefined, order.client_id].includes(asked.clientId) &&
    [undefined, order.contract_id].includes(asked.contractId) &&
    [undefined, order.created_by].includes(asked.requesterId) &&
    [undefined, order.type].includes(asked.type) &&
    [undefined, ...order.approver_ids].includes(asked.approverId) &&
    isWithin(dayFromInstant(created_at, zone), asked.createdFrom, asked.createdTo) &&
    isWithin(approved_at && dayFromInstant(approved_at, zone), asked.approvedFrom, asked.approvedTo) &&
    isWithin(executed_on, asked.executedFrom, asked.executedTo) &&
    isWithin(invoice_date, asked.invoicedFrom, asked.invoicedTo) &&
    (typeof least !== 'bigint' || hundredths >= least) &&
    (typeof greatest !== 'bigint' || hundredths <= greatest)
  )
}

function hundredthsFrom(plain: string): bigint {
  const [units = '', cents = ''] = plain.split('.')
  return minorFromText(units + cents.padEnd(2, '0'))
}

const addressed = (asked: Filters) =>
  new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

async function found(asked: Filters, as = cast.admin): Promise<string[]> {
  const { status, body } = await app.ask(`/api/documents?limit=200&${addressed(asked)}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map((item: { id: string }) => item.id).toSorted()
}

const sortedIds = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted()
const maybe = (...values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const march = maybe('2026-03-01', '2026-03-02', '2026-03-05', '2026-03-09', '2026-03-10', '2026-03-11')
const april = maybe('2026-04-01', '2026-04-02', '2026-04-04', '2026-04-06')
const february = maybe('2026-02-01', '2026-02-03', '2026-02-06', '2027-01-01')
const may = maybe('2026-05-01', '2026-05-03', '2026-05-07', '2027-01-01')
const amount = maybe('0', '100', '1000', '1080.19', '1080.2', '4000.01', '9999999999999.99')
const filters = {
  providerId: maybe(cast.providerId, beside.providerId, 'PRV-999'),
  clientId: maybe(cast.clientId, beside.clientId, other.clientId),
  contractId: maybe(cast.payable, beside.payable),
  requesterId: maybe(cast.clientId, beside.clientId, cast.approverIds[0] ?? ''),
  approverId: maybe(...cast.approverIds, ...beside.approverIds),
  type: maybe('gasto', 'emision'),
  createdFrom: march,
  createdTo: march,
  approvedFrom: april,
  approvedTo: april,
  executedFrom: may,
  executedTo: may,
  invoicedFrom: february,
  invoicedTo: february,
  amountFrom: amount,
  amountTo: amount,
}
/** Few at once, or nothing would be found. */
const asked = fc
  .tuple(
    fc.record(filters),
    fc.uniqueArray(fc.constantFrom(...Object.keys(filters)), { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([all, wanted]): Filters =>
      Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name))),
  )

test('the filters find what the plain rule finds, and the counts and sums are of it', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(asked, async each => {
      const wanted = orders.filter(order => isFound(order, each))
      hits += wanted.length > 0 && wanted.length < orders.length ? 1 : 0
      expect(await found(each)).toEqual(sortedIds(wanted))
      const { body } = await app.ask(`/api/documents/counts?${addressed(each)}`, { as: cast.admin })
      const { totals, ...counts } = body
      for (const status of ['pending', 'approved', 'paid', 'rejected']) {
        const those = wanted.filter(order => statusFromState(order.state) === status)
        expect(counts[status]).toBe(those.length)
        for (const currency of ['EUR', 'CLP']) {
          const sum = those
            .filter(order => order.currency === currency)
            .reduce((before, order) => before + order.amount_minor, 0n)
          const told = totals.find(
            (total: { status: string; amount: { currency: string } }) =>
              total.status === status && total.amount.currency === currency,
          )
          expect(minorFromText(told?.amount.minor ?? '0')).toBe(sum)
        }
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 80) },
  )
  expect(hits).toBeGreaterThan(15)
})

test('without filters the sums are those of the orders one by one', async () => {
  for (const [as, company] of [
    [other.admin, other.companyId],
    [other.client, other.companyId],
  ] as const) {
    const { body } = await app.ask('/api/documents/counts', { as })
    const [sum] = await app.owner.run<{ minor: bigint; count: number }>(
      sql`select sum(amount_minor)::bigint as minor, count(*)::int as count from document where company_id = ${company}`,
    )
    const minors: bigint[] = body.totals.map(({ amount }: { amount: { minor: string } }) =>
      minorFromText(amount.minor),
    )
    expect(minors.reduce((before, minor) => before + minor, 0n)).toBe(sum?.minor)
    expect(body.pending + body.approved + body.paid + body.rejected).toBe(sum?.count)
  }
})

describe('nobody finds more by a filter', () => {
  const foreign: readonly Filters[] = [
    { providerId: cast.providerId },
    { clientId: cast.clientId },
    { contractId: cast.payable },
    { approverId: cast.approverIds[0] },
    { projectId: cast.projectId },
    { clientId: other.clientId },
    { approverId: other.approverIds[0] },
  ]

  test.each(foreign)('another client asks for %j: nothing, and nothing counted', async each => {
    expect(await found(each, beside.client)).toEqual([])
    const { body } = await app.ask(`/api/documents/counts?${addressed(each)}`, { as: beside.client })
    expect(body).toEqual({ pending: 0, approved: 0, paid: 0, rejected: 0, hasMore: false, totals: [] })
  })

  test('a provider does not learn who approves', async () => {
    await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
    const as = await app.signIn(cast.address('proveedor'))
    expect((await found({}, as)).length).toBe(60)
    expect(await found({ approverId: cast.approverIds[0] }, as)).toEqual([])
    const { body } = await app.ask('/api/documents/parties?kind=approver', { as })
    expect(body.items).toEqual([])
    const requesters = await app.ask('/api/documents/parties?kind=requester', { as })
    expect(requesters.body.items.map(({ detail }: { detail: unknown }) => detail)).toEqual([null, null])
    expect(
      (await app.ask(`/api/documents/parties?kind=requester&q=pruebas.example`, { as })).body.items,
    ).toEqual([])
  })

  test('an absurd value is refused at its field, never a fault', async () => {
    for (const query of [
      'amountFrom=-1',
      'amountTo=1e9',
      'amountFrom=1.250,50',
      `amountTo=${'9'.repeat(14)}`,
      'createdFrom=2026-02-30',
      'executedTo=ayer',
      'providerId=x',
      'requesterId=x',
      'approverId=1',
      'clientId=null',
      'contractId=PRV-001',
    ]) {
      for (const path of ['documents', 'documents/counts'])
        expect((await app.ask(`/api/${path}?${query}`, { as: cast.admin })).status, query).toBe(422)
    }
    expect((await app.ask('/api/documents/parties?kind=bank', { as: cast.admin })).status).toBe(422)
    expect(await found({ createdFrom: '2026-04-01', createdTo: '2026-03-01' })).toEqual([])
    expect(await found({ amountFrom: '9999999999999.99' })).toEqual([])
  })
})

describe('parties to filter by', () => {
  const named = async (query: string, as: string): Promise<string[]> => {
    const { status, body } = await app.ask(`/api/documents/parties?${query}`, { as })
    expect(status).toBe(200)
    return body.items.map((item: { id: string }) => item.id)
  }

  test('are those of orders that the person sees, found by part of their name or by their id', async () => {
    expect(await named('kind=provider', cast.client)).toEqual([cast.providerId])
    expect(await named('kind=provider&q=NORTE', cast.admin)).toEqual([cast.providerId])
    expect((await named('kind=provider', cast.admin)).toSorted()).toEqual(
      [cast.providerId, beside.providerId].toSorted(),
    )
    expect(await named('kind=client', cast.client)).toEqual([cast.clientId])
    expect(await named(`kind=client&id=${cast.clientId}`, beside.client)).toEqual([])
    expect((await named('kind=requester', cast.client)).toSorted()).toEqual(
      [cast.clientId, cast.approverIds[0]].toSorted(),
    )
    expect((await named('kind=approver', beside.client)).toSorted()).toEqual(
      [...beside.approverIds].toSorted(),
    )
    expect(await named(`kind=approver&id=${cast.approverIds[0]}`, cast.client)).toEqual([cast.approverIds[0]])
    for (const id of [cast.approverIds[0], other.approverIds[0], 'x', "'"])
      expect(await named(`kind=approver&id=${id}`, beside.client), id).toEqual([])
    expect(await named(`kind=provider&id=${cast.providerId}`, beside.client)).toEqual([])
    expect(await named('kind=provider&q=elefante', cast.admin)).toEqual([])
  })

  test('are nobody to somebody who sees no order', async () => {
    await app.person(cast.companyId, 'approver', cast.address('nadie'))
    const as = await app.signIn(cast.address('nadie'))
    for (const kind of ['client', 'provider', 'requester', 'approver'])
      expect(await named(`kind=${kind}`, as)).toEqual([])
  })
})

test('the file has what the filters find', async () => {
  const each = { providerId: beside.providerId, createdTo: '2026-03-04', type: 'gasto' }
  const body = { format: 'csv', ...each }
  const answer = await app.ask('/api/documents/exports', { method: 'POST', as: cast.admin, body })
  expect(answer.body.rows).toBe(orders.filter(order => isFound(order, each)).length)
  expect(answer.body.rows).toBeGreaterThan(0)
})

test('an order is approved on the day of its last approval, and is not while it waits', async () => {
  const orders = ordersOf(app, cast)
  const id = await orders.submit()
  const today = dayFromInstant(new Date(), zone)
  expect(await found({ approvedFrom: today })).not.toContain(id)
  for (const approver of cast.approvers) await orders.decide(id, approver)
  expect(await found({ approvedFrom: today })).toContain(id)
  expect(await found({ approvedTo: '2026-04-30' })).not.toContain(id)
  await orders.confirm(id, cast.executor)
  expect(await found({ approvedFrom: today, executedFrom: today, executedTo: today })).toContain(id)
})
