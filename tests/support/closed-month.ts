// A company whose orders were paid in its last whole month, and what tests ask of it.
import { expect } from 'vitest'
import type { LineWire, MonthEndWire, PartOrderWire } from '#features/closings/wire.ts'
import { addDays } from '#kernel/day.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole } from '#tests/support/product.ts'
import { uploadFile } from '#tests/support/upload.ts'

const today = dayFromToday()
/** Days of the last whole month, and the month. */
export const until = addDays(today, -Number(today.slice(8)))
export const from = addDays(until, 1 - Number(until.slice(8)))
export const month = until.slice(0, 7)
export const thisMonth = today.slice(0, 7)

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

/** An invoice of 1.000 € with IVA 21 % and IRPF 15 %: 1.060 € are paid. */
const invoice = {
  amountMinor: '121000',
  breakdown: {
    taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '100000', taxMinor: '21000' }],
    disbursementsMinor: '0',
    withholding: { kind: 'irpf', rate: 1500, baseMinor: '100000', withheldMinor: '15000' },
    prepaidMinor: '0',
    roundingMinor: '0',
  },
}

/** Two taxes, paid in three parts. */
const inParts = {
  name: 'A plazos',
  amountMinor: '23100',
  breakdown: {
    ...invoice.breakdown,
    taxLines: [
      { kind: 'iva', rate: 2100, baseMinor: '10000', taxMinor: '2100' },
      { kind: 'iva', rate: 1000, baseMinor: '10000', taxMinor: '1000' },
    ],
    withholding: null,
  },
  payments: [-1, 0, 1].map(days => ({ dueOn: addDays(until, days), amountMinor: '7700' })),
}

export type ClosedMonth = Awaited<ReturnType<typeof startMonth>>

export async function startMonth() {
  const app = await startWhole()
  const cast = await makeCast(app, 'norte')
  const second = await makeCast(app, 'este', { companyId: cast.companyId })
  const foreign = await makeCast(app, 'sur')
  const orders = ordersOf(app, cast)
  const pay = async (id: string, over: object = {}, of = cast) => {
    const made = { executedOn: until, comment: 'Pagado el mes pasado', ...over }
    const answer = await ordersOf(app, of).confirm(id, of.executor, made)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const ids = await makeOrders()
  // Everything was asked for, and approved but for what waits, in the month that is closed.
  await app.tamper(sql`update document set approved_at = ${`${until}T10:00:00Z`}
    where company_id = ${cast.companyId} and approved_at is not null`)
  await app.tamper(sql`update document set created_at = ${`${until}T09:00:00Z`}
    where company_id = ${cast.companyId}`)

  async function makeOrders() {
    const fileIds = [await uploadFile(app, cast.client, pdf, 'Factura 7: enero.pdf')]
    const proofFileId = await uploadFile(app, cast.executor, pdf, 'justificante.pdf')
    const billed = await orders.approved({ ...invoice, fileIds, invoiceNumber: 'F-7', invoiceDate: from })
    await pay(billed, { proofFileId })
    const parts = await orders.approved(inParts)
    await pay(parts, { payment: 1 })
    await pay(parts, { payment: 2 })
    const back = await orders.approved({ name: 'Devuelto', amountMinor: '500' })
    await pay(back)
    const returned = { revision: 1, payment: 1, attempt: 1, returnedOn: until, reason: 'Cuenta cerrada' }
    await orders.post(`/api/documents/${back}/execution/return`, cast.executor, returned)
    const issued = await orders.approved({ type: 'emision', name: 'Emitida', amountMinor: '9000' })
    await pay(issued)
    await orders.submit({ name: 'Por aprobar', amountMinor: '700' })
    const other = await ordersOf(app, second).approved({ name: 'De otro cliente', amountMinor: '40' })
    await pay(other, {}, second)
    return { billed, parts, back, issued, other }
  }

  const read = async <Answer>(url: string, as = cast.admin, status = 200): Promise<Answer> => {
    const answer = await app.ask(url, { as })
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    return answer.body
  }
  const monthEnd = (as?: string, query = '') =>
    read<MonthEndWire>(`/api/closings/month?month=${month}${query}`, as)
  const behind = (part: string) =>
    read<{ items: PartOrderWire[]; count: number }>(`/api/closings/month/orders?month=${month}&part=${part}`)
  const exported = async (path: string, body: object, as = cast.admin) => {
    const answer = await orders.post(path, as, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const file = await app.http.inject({ url: answer.body.url })
    expect(file.statusCode).toBe(200)
    return { rows: csvRows(file.body), told: Number(answer.body.rows) }
  }
  const sheet = () => exported('/api/closings/movements/exports', { from, until, format: 'csv' })
  return { app, cast, second, foreign, orders, pay, ids, read, monthEnd, behind, exported, sheet }
}

export const linesOf = ({ figures }: Pick<MonthEndWire, 'figures'>, key: string): readonly LineWire[] =>
  figures.find(figure => figure.key === key)?.lines ?? []
export const figure = (found: MonthEndWire, key: string): string[] =>
  linesOf(found, key).map(({ count, amount }) => `${count}: ${amount.minor} ${amount.currency}`)

type CsvRow = { [header: string]: string }

export function csvRows(text: string): CsvRow[] {
  const [head = '', ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
  const headers = head.split(';')
  return lines.map(line => {
    const cells = line.split(';')
    return Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? '']))
  })
}

/** Minor units of a cell of a CSV. */
export const minorIn = (cell = ''): number => {
  const [units = '', cents = ''] = cell.split(',')
  return Number(`${units}${cents.padEnd(2, '0')}`)
}
export const sumIn = (rows: readonly CsvRow[], column: string): number =>
  rows.reduce((total, row) => total + minorIn(row[column]), 0)
