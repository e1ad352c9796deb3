// A month of a company on real rows: figures and the orders behind them, the accountant's sheet, and withholdings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerAccountsWire } from '#features/closings/wire/ledger-accounts.ts'
import type { WithholdingsWire } from '#features/closings/wire/withholdings.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import {
  type ClosedMonth,
  figure,
  from,
  linesOf,
  minorIn,
  month,
  startMonth,
  sumIn,
  until,
} from '#tests/support/closed-month.ts'

let place: ClosedMonth
beforeAll(async () => {
  place = await startMonth()
}, 180_000)
afterAll(() => place?.app.stop())

describe('a month', () => {
  test('counts what was approved, paid by share, issued and returned, and what waits at its end', async () => {
    const { monthEnd } = place
    const found = await monthEnd()
    expect([found.from, found.until, found.isOver, found.choosesClient, found.client]).toEqual([
      from,
      until,
      true,
      true,
      null,
    ])
    expect(figure(found, 'approved')).toEqual(['4: 144640 EUR'])
    expect(figure(found, 'approvedIssues')).toEqual(['1: 9000 EUR'])
    expect(figure(found, 'paid')).toEqual(['5: 121940 EUR'])
    expect(figure(found, 'issued')).toEqual(['1: 9000 EUR'])
    expect(figure(found, 'returned')).toEqual(['1: 500 EUR'])
    expect(figure(found, 'credited')).toEqual([])
    expect(figure(found, 'pending')).toEqual(['1: 700 EUR'])
    // The third payment, and the one that came back.
    expect(figure(found, 'unpaid')).toEqual(['2: 8200 EUR'])
    expect(figure(found, 'overdue')).toEqual([])
  })

  test('has behind each figure the orders that add up to it', async () => {
    const { monthEnd, behind } = place
    const found = await monthEnd()
    for (const { key, lines } of found.figures) {
      const { items, count } = await behind(key)
      expect(count, key).toBe(lines.reduce((total, line) => total + line.count, 0))
      expect(
        items.reduce((total, { amount }) => total + Number(amount.minor), 0),
        key,
      ).toBe(lines.reduce((total, line) => total + Number(line.amount.minor), 0))
    }
  })

  test('names what is missing before it is closed, each with its orders', async () => {
    const { ids, monthEnd, behind } = place
    const { gaps } = await monthEnd()
    const counts = Object.fromEntries(gaps.map(({ key, count }) => [key, count]))
    expect(counts).toEqual({ noInvoiceNumber: 4, noProof: 4, noTaxId: 5, noBreakdown: 2, unmatched: 0 })
    expect((await behind('noInvoiceNumber')).items.map(({ documentId }) => documentId)).not.toContain(
      ids.billed,
    )
  })

  test('counts the received invoices that wait, and none that say that they are paid', async () => {
    const { app, cast, monthEnd } = place
    const [before, readings] = [(await monthEnd()).receivedInvoices, ['10100', '0', '-5']]
    const ids = readings.map(() => newId())
    for (const [index, payableMinor] of readings.entries())
      await app.tamper(sql`
        with kept as (insert into file (company_id, id, name, media_type, size, sha256, created_at, invoice_reading)
          values (${cast.companyId}, ${ids[index]}, 'f.xml', 'application/xml', 1, ${`${index}`.repeat(64)}, ${from}::date,
            ${JSON.stringify({ shape: 1, invoice: { payableMinor } })}::jsonb) returning company_id, id, sha256, created_at)
        insert into received_invoice (company_id, id, file_id, sha256, created_at, state, read_after, is_credit_note)
          select company_id, id, id, sha256, created_at, 'read', created_at, false from kept`)
    expect((await monthEnd()).receivedInvoices).toBe(before + 1)
    await app.tamper(sql`delete from received_invoice where id = any (${ids}::uuid[])`)
    await app.tamper(sql`delete from file where id = any (${ids}::uuid[])`)
  })

  test('of a client has that client’s orders alone, and its people see it without naming it', async () => {
    const { cast, second, monthEnd } = place
    const own = await monthEnd(cast.client)
    expect(own).toMatchObject({ choosesClient: false, client: { id: cast.clientId }, bankLines: null })
    expect(figure(own, 'paid')).toEqual(['4: 121900 EUR'])
    expect(figure(await monthEnd(cast.admin, `&clientId=${second.clientId}`), 'paid')).toEqual(['1: 40 EUR'])
    expect(figure(await monthEnd(second.client), 'paid')).toEqual(['1: 40 EUR'])
  })

  test('is nobody’s who does not see all of it: not signed in, approvers, executors, others’ clients', async () => {
    const { cast, second, foreign, read } = place
    await read(`/api/closings/month?month=${month}`, '', 401)
    for (const as of [cast.executor, ...cast.approvers])
      await read(`/api/closings/month?month=${month}`, as, 403)
    await read(`/api/closings/month?month=${month}&clientId=${second.clientId}`, cast.client, 404)
    await read(`/api/closings/month?month=${month}&clientId=${foreign.clientId}`, cast.admin, 404)
    for (const wrong of ['2026-13', '2026-1', 'x', '1800-01', '2026-10-01'])
      await read(`/api/closings/month?month=${wrong}`, cast.admin, 422)
    await read(`/api/closings/month/orders?month=${month}&part=late`, second.client)
  })
})

describe('the accountant’s sheet', () => {
  test('has a row for each line of tax and payment, whose sums are the figures of the month', async () => {
    const { ids, monthEnd, sheet } = place
    const found = await monthEnd()
    const { rows, told } = await sheet()
    expect(told).toBe(rows.length)
    const of = (kind: string) => rows.filter(row => row.Movimiento === kind)
    const total = (key: string) =>
      linesOf(found, key).reduce((sum, line) => sum + Number(line.amount.minor), 0)
    expect(sumIn(of('Pago'), 'Monto')).toBe(total('paid'))
    expect(sumIn(of('Emisión'), 'Monto')).toBe(total('issued'))
    expect(sumIn(of('Devolución'), 'Monto')).toBe(-total('returned'))
    expect(rows.filter(row => row.Pedido === ids.parts)).toHaveLength(4)
    expect(rows.filter(row => row.Pedido === ids.other)).toHaveLength(1)
    for (const row of rows)
      expect(
        minorIn(row.Base) + minorIn(row.Cuota) - minorIn(row.Retenido) + minorIn(row['Anticipos y redondeo']),
      ).toBe(minorIn(row.Monto))
  })

  test('books an invoice under the accounts of the plan, and under those that the company says', async () => {
    const { app, cast, foreign, ids, read, sheet } = place
    const accounts = async () => {
      const row = (await sheet()).rows.find(each => each.Pedido === ids.billed)
      return [
        row?.['Cuenta de proveedor o cliente'],
        row?.['Cuenta de gasto o ingreso'],
        row?.['Cuenta de impuesto'],
        row?.['Cuenta de retención'],
        row?.['Cuenta de banco'],
      ]
    }
    expect(await accounts()).toEqual(['400', '629', '472', '4751', '572'])
    const change = (changes: object[], as = cast.admin) =>
      app.ask('/api/ledger-accounts', { method: 'PUT', as, body: { changes } })
    const said = [
      { subject: { place: 'expense', providerId: cast.providerId }, code: '6230001', seen: '' },
      { subject: { place: 'taxBorne', tax: { kind: 'iva', rate: 2100 } }, code: '47200021', seen: '' },
      { subject: { place: 'supplier' }, code: '410', seen: '' },
    ]
    expect(await change(said)).toMatchObject({ status: 200, body: { changed: 3 } })
    expect(await accounts()).toEqual(['410', '6230001', '47200021', '4751', '572'])
    expect(await change(said)).toMatchObject({ status: 409, body: { type: '/problems/stale_account' } })
    const shown = await read<LedgerAccountsWire>('/api/ledger-accounts')
    expect(shown.places.find(({ place }) => place === 'supplier')).toMatchObject({
      code: '410',
      usual: '400',
    })
    const one = { subject: { place: 'supplier' }, code: '400', seen: '410' }
    expect((await change([one], cast.client)).status).toBe(403)
    expect((await change([one], foreign.admin)).status).toBe(409)
    const others = { subject: { place: 'supplier', providerId: foreign.providerId }, code: '400', seen: '' }
    expect(
      (await change([{ ...others, subject: { ...others.subject, providerId: 'PRV-999' } }])).status,
    ).toBe(404)
    expect((await change([{ ...one, code: '=1+1' }])).status).toBe(422)
    await read('/api/ledger-accounts', cast.client, 403)
    await read('/api/ledger-accounts/providers', cast.client, 403)
    const both = await Promise.all([change([{ ...one, code: '401' }]), change([{ ...one, code: '402' }])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('of a client’s people has their client’s rows, and of others nothing', async () => {
    const { cast, second, orders, ids, exported } = place
    const body = { from, until, format: 'csv' }
    const { rows } = await exported('/api/closings/movements/exports', body, second.client)
    expect(rows.map(row => row.Pedido)).toEqual([ids.other])
    const refused = await orders.post('/api/closings/movements/exports', cast.executor, body)
    expect(refused.status).toBe(403)
  })
})

describe('withholdings', () => {
  const quarter = `${month.slice(0, 4)}-${Math.ceil(Number(month.slice(5)) / 3)}`

  test('of a quarter are told by tax id with their orders, and their sheet says the same', async () => {
    const { cast, ids, read, exported } = place
    const found = await read<WithholdingsWire>(`/api/closings/withholdings?quarter=${quarter}`)
    expect(found.items).toHaveLength(1)
    expect(found.items[0]).toMatchObject({
      kind: 'irpf',
      rate: 1500,
      perceptions: 1,
      base: { minor: '100000' },
      withheld: { minor: '15000' },
      orders: [{ documentId: ids.billed, day: until, takesBack: false }],
    })
    expect(found.totals).toMatchObject([{ kind: 'irpf', perceptions: 1, withheld: { minor: '15000' } }])
    const body = { from: found.from, until: found.until, format: 'csv' }
    const { rows } = await exported('/api/closings/withholdings/exports', body)
    expect(rows.map(row => [row.Percepciones, row.Base, row.Retenido])).toEqual([['1', '1000,00', '150,00']])
    await read(`/api/closings/withholdings?quarter=${quarter}`, cast.executor, 403)
    await read('/api/closings/withholdings?quarter=2026-5', cast.admin, 422)
  })
})
