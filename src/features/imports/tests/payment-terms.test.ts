// Payment terms in a file of providers or contracts, as people write them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { faultFields, importDesk, lines } from '#tests/support/import-desk.ts'

let app: TestApp
let cast: Cast
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
  cast = await makeCast(app, 'plazos', { approvers: 1 })
  desk = importDesk(app, cast.admin ?? '')
}, 120_000)
afterAll(() => app.stop())

/** Terms that the only thing which such a search finds was made with. */
async function termsOf(list: 'providers' | 'contracts', q: string) {
  const { body } = await app.ask(`/api/${list}?q=${encodeURIComponent(q)}`, { as: cast.admin })
  expect(body.items).toHaveLength(1)
  return (await app.ask(`/api/${list}/${body.items[0].id}`, { as: cast.admin })).body.paymentTerms
}

test('providers come with the terms that they are paid by, told before they are made, with what the law says of long ones', async () => {
  const file = lines(
    ['Nombre', 'Condiciones de pago', 'Días de pago'],
    ['Ladrillos Plazo', '30/60', '10 y 25'],
    ['Cementos Plazo', '90 días f.f.', ''],
    ['Vidrios Plazo', '', ''],
  )
  const { id, revision, counts } = await desk.checked('providers', file)
  expect(counts).toMatchObject({ good: 3, refused: 0 })
  const notes = (await desk.rowsIn(id, 'good')).map(({ note }: { note: string | null }) => note)
  expect(notes).toEqual([
    'Se paga 50 % a 30 días y 50 % a 60 días, los días 10 y 25',
    expect.stringMatching(/^Se paga a 90 días\. Más de 60 días: .*Ley 3\/2004/),
    null,
  ])
  await desk.start(id, revision)
  await desk.work()
  expect(await termsOf('providers', 'Ladrillos Plazo')).toEqual({
    parts: [
      { share: 5000, days: 30 },
      { share: 5000, days: 60 },
    ],
    payDays: [10, 25],
  })
  expect(await termsOf('providers', 'Vidrios Plazo')).toBe(null)
})

test('terms that cannot be read are faults of their cells, beside whatever else is wrong, and nothing is made', async () => {
  const file = lines(
    ['Nombre', 'Correo electrónico', 'Plazo de pago', 'Días de pago'],
    ['Mal Plazo', 'nadie', 'cuando se pueda', '32'],
    ['Sin Plazo', '', '', '10'],
  )
  const { id, counts } = await desk.checked('providers', file)
  expect(counts).toMatchObject({ good: 0, refused: 2 })
  const refused = await desk.rowsIn(id, 'refused')
  expect(faultFields(refused)).toEqual([['paymentTerms', 'payDays', 'email'], ['payDays']])
})

test('a contract has the terms of its row, and those of its provider where the row says none', async () => {
  await cast.make('/api/providers', { name: 'Áridos', taxId: 'B12345674' })
  const heading = ['Descripción', 'Cliente', 'Proveedor', 'Monto total', 'Inicio', 'Fin', 'Plazo de pago']
  const row = (text: string, terms: string) => [
    text,
    'Cliente plazos',
    'B12345674',
    '9.000',
    '01/01/2026',
    '31/12/2027',
    terms,
  ]
  await desk.imported(
    'contracts',
    lines(heading, row('Grava a plazos', 'al contado'), row('Arena sin plazos', '')),
  )
  expect(await termsOf('contracts', 'Grava a plazos')).toEqual({
    parts: [{ share: 10_000, days: 0 }],
    payDays: [],
  })
  expect(await termsOf('contracts', 'Arena sin plazos')).toBe(null)
})
