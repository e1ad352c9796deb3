// Contracts from a file, of which a part was spent before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { faultFields, importDesk, lines } from '#tests/support/import-desk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
  cast = await makeCast(app, 'empezados', { approvers: 1 })
})
afterAll(() => app.stop())

test('contracts come with what was spent of them before, are told so, and are undone while nobody uses them', async () => {
  const desk = importDesk(app, cast.admin ?? '')
  const headings = ['Descripción', 'Cliente', 'Monto total', 'Consumido antes', 'Inicio', 'Fin']
  const row = (description: string, opening: string) => [
    description,
    'Cliente empezados',
    '1.000,00',
    opening,
    '01/01/2026',
    '31/12/2090',
  ]
  const file = lines(
    headings,
    row('A medias', '600,50'),
    row('Sin empezar', '0,00'),
    row('Vacío', ''),
    row('De más', '1.000,01'),
    row('Sin sentido', 'la mitad'),
  )
  const { id, revision, counts } = await desk.checked('contracts', file)
  expect(counts).toMatchObject({ good: 3, refused: 2 })
  expect(faultFields(await desk.rowsIn(id, 'refused'))).toEqual([['opening'], ['opening']])
  const notes = (await desk.rowsIn(id, 'good')).map(({ note }: { note: string }) => note)
  expect(notes).toEqual([
    '1.000\u00a0€, con Cliente empezados; 600,50\u00a0€ consumidos antes',
    '1.000\u00a0€, con Cliente empezados',
    '1.000\u00a0€, con Cliente empezados',
  ])
  await desk.start(id, revision)
  await desk.work()
  const { items } = (await app.ask('/api/contracts', { as: cast.admin })).body
  const used = (description: string) =>
    items.find((each: { description: string }) => each.description === description).balance.used.minor
  expect(['A medias', 'Sin empezar', 'Vacío'].map(used)).toEqual(['60050', '0', '0'])
  expect(await brokenInvariants(app)).toEqual({})
  expect((await desk.post(`/${id}/undo`, {})).status).toBe(200)
  await desk.work()
  expect((await desk.get(`/${id}`)).counts).toMatchObject({ undone: 3, kept: 0 })
})
