// Search of orders against a plain twin: each term in some text of the order, or its amount.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import { soughtAmounts, soughtTerms } from '#features/documents/rules/sought.ts'
import { soughtWords } from '#features/documents/rules/words.ts'
import { minorFromText } from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte', { total: '900000000000' })
const provider = { name: 'Clima Ñandú', taxId: 'B12345674', clientIds: [cast.clientId] }
const ñandú = await cast.make('/api/providers', provider)

type Order = {
  id: string
  name: string
  projectId: string
  projectName: string
  contractId: string
  provider: string
  invoiceNumber: string | null
  minor: string
}

const written: readonly { name: string; minor: string; invoiceNumber: string | null; providerId: string }[] =
  [
    { name: 'Climatización planta 1', minor: '4500000', invoiceNumber: 'F-2026/0987', providerId: ñandú },
    { name: 'Climatización planta 2', minor: '4500050', invoiceNumber: null, providerId: cast.providerId },
    { name: 'Ático 45 000', minor: '100', invoiceNumber: 'A 45000', providerId: cast.providerId },
    { name: 'Cañería 50 % (100_1)', minor: '125000', invoiceNumber: null, providerId: ñandú },
    { name: 'Señalización EUR', minor: '125050', invoiceNumber: '2026-7', providerId: cast.providerId },
    { name: 'Obra', minor: '123456789', invoiceNumber: null, providerId: cast.providerId },
  ]
const orders = await Promise.all(written.map(each => submitted(cast, each)))

async function submitted(
  { projectId, order }: Cast,
  { name, minor, invoiceNumber, providerId }: (typeof written)[number],
): Promise<Order> {
  const invoice = invoiceNumber === null ? {} : { invoiceNumber, invoiceDate: '2026-01-10' }
  const id = await ordersOf(app, cast).submit({ ...order, name, providerId, amountMinor: minor, ...invoice })
  const { body: project } = await app.ask(`/api/projects/${projectId}`, { as: cast.admin })
  const { body: card } = await app.ask(`/api/projects/${projectId}/documents/${id}`, { as: cast.admin })
  const paid =
    providerId === ñandú ? `${provider.name} ${ñandú} ${provider.taxId}` : `Proveedor norte ${providerId}`
  return {
    id,
    name,
    projectId,
    projectName: project.name,
    contractId: card.contract.id,
    provider: paid,
    invoiceNumber,
    minor,
  }
}

/** The rule once more: plain text and figures, without SQL. */
function isFound(order: Order, typed: string): boolean {
  return soughtTerms(typed).every(
    term => has(order, term.join(' ')) || (term.length > 1 && term.every(word => has(order, word))),
  )
}

function has(order: Order, text: string): boolean {
  const texts = [order.provider, `${order.projectId} ${order.projectName}`]
  const words = soughtWords(text)
  const isOwn = (own: string) => words !== null && new RegExp(words.pattern).test(fold(own))
  const invoice = invoiceKeyFrom(text)
  const minor = minorFromText(order.minor)
  return (
    isOwn(`${order.id} ${order.name}`) ||
    isOwn(order.invoiceNumber ?? '') ||
    texts.some(each => fold(each).includes(fold(text))) ||
    fold(order.contractId) === fold(text) ||
    (invoice !== null && (invoiceKeyFrom(order.invoiceNumber) ?? '').startsWith(invoice)) ||
    soughtAmounts(text).some(
      ({ from, to, currencies }) => currencies.includes('EUR') && from <= minor && minor <= to,
    )
  )
}

async function found(typed: string): Promise<string[]> {
  const { status, body } = await app.ask(`/api/documents?q=${encodeURIComponent(typed)}`, { as: cast.admin })
  expect(status, typed).toBe(200)
  return body.items.map((item: { id: string }) => item.id).toSorted()
}

const sortedIds = (list: readonly Order[]) => list.map(({ id }) => id).toSorted()

const figures = [
  '45000',
  '45.000',
  '45 000',
  '45.000,50',
  '45000.5',
  '45,000.50',
  '45.000 €',
  '1250',
  '1.250,50 EUR',
  '1 234 567,89',
]
const texts = orders.flatMap(order => [
  ...order.name.split(' '),
  order.id,
  order.projectId.toLowerCase(),
  order.projectName,
  order.contractId,
  order.provider.slice(0, 7),
  order.invoiceNumber ?? 'f 2026 987',
])
const word = fc.oneof(
  fc.constantFrom(...figures, ...texts),
  fc.constantFrom(...texts).map(text => fold(text).slice(0, 5)),
  fc.constantFrom(...texts).map(text => text.toUpperCase()),
  fc.constantFrom('€', '%', '_', '\\', "'", '0', '45', '000', 'elefante'),
)

// Before the words of the orders are written, and after it: then only orders with these words are looked at.
test.each([
  ['new orders', false],
  ['orders whose words are written', true],
])(
  'a list finds, of %s, those in which each word of the search is found, and no others',
  async (_, isWritten) => {
    if (isWritten) await writeWords(app.db, { minutes: 0 })([cast.companyId])
    expect(await app.tamper(sql`select until from document_worded`)).toHaveLength(isWritten ? 1 : 0)
    let hits = 0
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), async words => {
        const typed = words.join(' ').slice(0, 100)
        const wanted = sortedIds(orders.filter(order => isFound(order, typed)))
        hits += wanted.length
        expect(await found(typed), typed).toEqual(wanted)
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 120) },
    )
    expect(hits).toBeGreaterThan(20)
  },
)

test.each([
  ['climatizacion 45000', [0, 1]],
  ['CLIMAT 45.000', [0, 1]],
  ['climat 45 000', [0, 1]],
  ['45.000,50 planta', [1]],
  ['45000.5', [1]],
  ['nandu 1.250', [3]],
  ['ñandú 45.000,00 € f 987', [0]],
  ['climat elefante', []],
  ['climat 45.001', []],
])('%s finds what has all of it', async (typed, places) => {
  expect(await found(typed)).toEqual(sortedIds(orders.filter((_, place) => places.includes(place))))
})

test('the counts, the sums and the file are of what the search finds', async () => {
  const { status, body } = await app.ask('/api/documents/counts?q=climat%2045.000', { as: cast.client })
  expect([status, body]).toEqual([
    200,
    {
      pending: 2,
      approved: 0,
      paid: 0,
      rejected: 0,
      hasMore: false,
      totals: [
        {
          status: 'pending',
          amount: { minor: '9000050', currency: 'EUR' },
          remaining: { minor: '9000050', currency: 'EUR' },
          executed: null,
        },
      ],
    },
  ])
  const asked = { method: 'POST', as: cast.client, body: { format: 'csv', q: 'climat 45.000' } } as const
  expect((await app.ask('/api/documents/exports', asked)).body.rows).toBe(2)
})

test('a provider does not learn which contract of others an order charges', async () => {
  const general = orders.find(({ provider: paid }) => paid.includes(ñandú))?.contractId ?? ''
  const theirs = { description: 'Clima', type: 'proveedor', providerId: ñandú, clientId: cast.clientId }
  const terms = { totalMinor: '90000000', currency: 'EUR', startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const own = await cast.make('/api/contracts', { ...theirs, ...terms })
  await app.person(cast.companyId, 'provider', cast.address('clima'), { providerId: ñandú })
  const ask = async (query: string, as: string) =>
    (await app.ask(`/api/documents?${query}`, { as })).body.items.length
  const supplier = await app.signIn(cast.address('clima'))
  expect(await ask('', supplier)).toBe(2)
  for (const query of [`q=${general}`, `contractId=${general}`, `q=${own}`])
    expect(await ask(query, supplier), query).toBe(0)
  expect(await ask(`contractId=${general}`, cast.admin)).toBeGreaterThan(1)
  await app.tamper(sql`update document set contract_id = ${own} where provider_id = ${ñandú}`)
  for (const query of [`q=${own}`, `contractId=${own}`]) expect(await ask(query, supplier), query).toBe(2)
})

test('a search of many words, or of none, is answered', async () => {
  expect(await found(' ')).toEqual(sortedIds(orders))
  expect(await found('a '.repeat(50))).toEqual(sortedIds(orders.filter(order => isFound(order, 'a'))))
  expect(await found([...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '))).toEqual([])
})
