// The list of cost centres as a file: of those whose budgets the person reads, as the list finds them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { centresIn } from '#tests/support/centres.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole } from '#tests/support/product.ts'

let app: TestApp
beforeAll(async () => {
  app = await startWhole()
})
afterAll(() => app.stop())

const year = dayFromToday().slice(0, 4)

test('the file has each centre with this year’s budget and sums, and leaves as an event', async () => {
  const { cast, centre, send } = await centresIn(app, 'hoja')
  const obra = await centre({ code: 'OBR', overrunPolicy: 'bloquear' }, '100000')
  await centre({ code: 'LIB', clientId: null })
  await send({ costCentreId: obra, amountMinor: '25050' })
  const exported = (body: object, as = cast.admin) =>
    app.ask('/api/cost-centres/exports', { method: 'POST', as, body: { format: 'csv', ...body } })
  const lines = async (body: object, as?: string) => {
    const answer = await exported(body, as)
    expect(answer.status).toBe(200)
    const file = await app.http.inject({ method: 'GET', url: answer.body.url })
    const [header, ...rows] = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(rows).toHaveLength(answer.body.rows)
    return [header, ...rows]
  }
  const ofSite = `OBR;Centro OBR;Cliente hoja;${year};1000,00;250,50;0,00;0,00;1000,00;EUR;0,00;Bloquear;Activo`
  const free = `LIB;Centro LIB;Toda la empresa;${year};;0,00;0,00;0,00;;EUR;;Avisar;Activo`
  const header =
    'Código;Nombre;Cliente;Año;Presupuesto del año;Solicitado;Comprometido;Ejecutado;Disponible;Moneda;Consumo %;Al superar el presupuesto;Estado'
  expect(await lines({})).toEqual([header, free, ofSite])
  expect(await lines({ sort: '-code', q: 'obr' })).toEqual([header, ofSite])
  expect(await lines({ status: 'inactive' })).toEqual([header])
  // A client reads the budgets of its own centres; an approver, a provider and another company those of none.
  expect(await lines({}, cast.client)).toEqual([header, ofSite])
  expect((await exported({}, cast.approvers[0])).status).toBe(403)
  const elsewhere = await centresIn(app, 'otra')
  expect(await lines({}, elsewhere.cast.admin)).toEqual([header])
  const [event] = (await app.journal(cast.companyId)).filter(
    ({ action }) => action === 'cost_centres.exported',
  )
  expect(event).toMatchObject({ action: 'cost_centres.exported', after: { rows: 2, format: 'csv' } })
})
