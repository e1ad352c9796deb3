// Cost centres on the first screens of companies and clients.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

type Report = { body: { costCentres: { code: string }[] } }
const codes = ({ body }: Report) => body.costCentres.map(({ code }) => code)

test('a company sees the fullest of its centres first, at most eight, and a client only its own', async () => {
  const { cast, centre, setStatus, orders, ask, person } = await centresIn(app, 'panel')
  const other = await makeCast(app, 'panel2', { companyId: cast.companyId, approvers: 1 })
  const half = await centre({ code: 'MITAD' }, '20000')
  const over = await centre({ code: 'SUPERA' }, '5000')
  const closed = await centre({ code: 'CERRADO' }, '4000')
  const unlimited = await centre({ code: 'LIBRE' })
  for (const id of [half, over, closed, unlimited]) await orders.approved({ costCentreId: id })
  await orders.submit({ costCentreId: unlimited })
  await centre({ code: 'AJENO', clientId: other.clientId }, '10000')
  const idle = await centre({ code: 'QUIETO', clientId: null }, '10000')
  for (const id of [closed, idle]) expect((await setStatus(id, 'inactive')).status).toBe(200)
  const report = async (path: string, as = cast.admin) => ask(path, 'GET', undefined, as)
  const ofCompany = await report('/api/reports/company')
  expect(codes(ofCompany)).toEqual(['CERRADO', 'SUPERA', 'MITAD', 'AJENO', 'LIBRE'])
  expect(ofCompany.body.costCentres[4].thisYear).toMatchObject({
    total: null,
    requested: { minor: '10000' },
    committed: { minor: '10000' },
  })
  expect(codes(await report('/api/reports/client', cast.client))).toEqual([
    'CERRADO',
    'SUPERA',
    'MITAD',
    'LIBRE',
  ])
  const clientUser = (await person('usuaria', 'client_user', cast.clientId)).token
  for (const as of [cast.approvers[0], clientUser])
    expect(codes(await report('/api/reports/client', as))).toEqual([])
  for (let more = 1; more <= 5; more++) await centre({ code: `MAS-${more}` })
  expect(codes(await report('/api/reports/company'))).toHaveLength(8)
})
