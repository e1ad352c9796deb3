// Orders of a file that name their cost centre.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { faultFields, importDesk, lines } from '#tests/support/import-desk.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
}, 120_000)
afterAll(() => app.stop())

const headings = ['Concepto', 'Proyecto', 'Proveedor', 'Monto total', 'Centro de coste']

test('orders are charged to the centre that they name by its code or name, and one that cannot take them is a fault of its cell', async () => {
  const { cast, centre, balance, setStatus } = await centresIn(app, 'centros')
  const desk = importDesk(app, cast.admin ?? '')
  const own = await centre({ code: 'Alm-01' }, '100000')
  const shared = await centre({ code: 'GEN', clientId: null })
  const tight = await centre({ code: 'JUSTO', overrunPolicy: 'bloquear' }, '1000')
  await setStatus(await centre({ code: 'VIEJO' }), 'inactive')
  const foreign = await centresIn(app, 'ajenos')
  await foreign.centre({ code: 'AJENO', clientId: null })
  const row = (name: string, amount: string, costCentre: string) => [
    name,
    'Obra',
    'Proveedor centros',
    amount,
    costCentre,
  ]
  const file = lines(
    headings,
    row('Uno', '10,00', 'alm-01'),
    row('Dos', '20,00', 'Centro GEN'),
    row('Tres', '30,00', ''),
    row('Cuatro', '40,00', 'JUSTO'),
    row('Cinco', '50,00', 'VIEJO'),
    row('Seis', '60,00', 'AJENO'),
  )
  const { id, revision, counts } = await desk.checked('orders', file)
  expect(counts).toMatchObject({ good: 3, refused: 3 })
  expect((await desk.rowsIn(id, 'good')).map(({ note }: { note: string }) => note)).toEqual([
    expect.stringMatching(/Centro de coste Alm-01 Centro Alm-01$/),
    expect.stringMatching(/Centro de coste GEN Centro GEN$/),
    expect.not.stringMatching(/Centro de coste/),
  ])
  expect(faultFields(await desk.rowsIn(id, 'refused'))).toEqual([
    ['costCentre'],
    ['costCentre'],
    ['costCentre'],
  ])
  await desk.start(id, revision)
  await desk.work()
  expect([await balance(own), await balance(shared), await balance(tight)]).toEqual([
    [1000, 0, 0],
    [2000, 0, 0],
    [0, 0, 0],
  ])
})
