// A company's first day from files, in the numbers of a real one: long, because of its five hundred things.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { importDesk, lines } from '#tests/support/import-desk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
  cast = await makeCast(app, 'primera', { approvers: 1 })
}, 120_000)
afterAll(() => app.stop())

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

test('200 suppliers, 25 people, 40 contracts and 300 open orders come from files, and nothing is lost', async () => {
  const desk = importDesk(app, cast.admin ?? '')
  const client = 'Cliente primera'
  const files = {
    providers: lines(['Nombre', 'Clientes'], ...numbers(200).map(each => [`Taller ${each}`, client])),
    people: lines(
      ['Nombre', 'Apellidos', 'Correo', 'Rol'],
      ...numbers(25).map(each => ['Persona', String(each), `p${each}@primera.example`, 'Aprobador']),
    ),
    contracts: lines(
      ['Descripción', 'Cliente', 'Proveedor', 'Monto total', 'Inicio', 'Fin'],
      ...numbers(40).map(each => {
        const provider = each % 2 === 0 ? `Taller ${each}` : ''
        return [`Contrato ${each}`, client, provider, '90.000', '01/01/2020', '31/12/2090']
      }),
    ),
    projects: lines(
      ['Nombre', 'Contratos', 'Aprobadores'],
      ...numbers(20).map(each => [
        `Proyecto ${each}`,
        `Contrato ${each * 2 - 1} | Contrato ${each * 2}`,
        `${cast.address('aprueba0')}, p${each}@primera.example`,
      ]),
    ),
    orders: lines(
      ['Concepto', 'Proyecto', 'Proveedor', 'Base', 'IVA', 'Factura', 'Vencimiento'],
      ...numbers(300).map(each => [
        `Pedido ${each}`,
        `Proyecto ${(each % 20) + 1}`,
        `Taller ${(each % 200) + 1}`,
        String(each),
        '21',
        `F-${each}`,
        '31/12/2090',
      ]),
    ),
  }
  for (const [kind, file] of Object.entries(files)) {
    const { counts, rows } = await desk.imported(kind, file)
    expect([kind, counts.made, counts.refused]).toEqual([kind, rows, 0])
  }
  const [sums] = await app.tamper(sql`
    select count(*)::int as orders, count(*) filter (where state = 'in_approval')::int as open,
      sum(amount_minor)::text as amount from document where company_id = ${cast.companyId}`)
  // 1 to 300 euros with 21 %, to the cent.
  expect(sums).toEqual({ orders: 300, open: 300, amount: '5463150' })
  const again = await desk.checked('orders', files.orders)
  expect(again.counts).toMatchObject({ existing: 300, good: 0, refused: 0 })
  const first = await app.tamper(
    sql`select id from document where company_id = ${cast.companyId} order by number limit 1`,
  )
  expect((await ordersOf(app, cast).decide(String(first[0]?.id), cast.approvers[0])).status).toBe(200)
  await sealEvents(app.db)
  expect(await brokenInvariants(app)).toEqual({})
})
