import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDemo, demoAccounts } from '#demo/demo.ts'
import { demoPassword } from '#demo/password.ts'
import { bankRoutes } from '#features/bank/api.ts'
import { maxFileBytes, storedMediaTypes } from '#features/files/wire.ts'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { formatMoney, money } from '#kernel/money.ts'
import { fileStore } from '#server/files/file-store.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-demo-'))
const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: storedMediaTypes })
let app: TestApp

beforeAll(async () => {
  app = await startProduct({ routes: bankRoutes({ files, product: 'Visto Bueno' }) })
  await buildDemo({ db: app.db, passwords: app.passwords, files })
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

const asAdmin = async (name: string) => app.signIn(`${name}@demo.example`, demoPassword)

describe('the demo', () => {
  it('breaks no truth, and a second start adds nothing', async () => {
    const count = () =>
      app.owner.pool.query('select count(*)::int as n from event').then(({ rows }) => rows[0].n)
    const before = await count()
    await buildDemo({ db: app.db, passwords: app.passwords, files })
    expect(await count()).toBe(before)
    // The demo's history is told just now: its events wait for their seal.
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
  })

  it.each(demoAccounts)('lets $email in with the printed password', async ({ email, password }) => {
    await expect(app.signIn(email, password)).resolves.toBeTypeOf('string')
  })

  it('has golden totals: what each contract holds is what its orders say', async () => {
    const { body } = await app.ask('/api/contracts', { as: await asAdmin('empresa') })
    const shown = body.items.map(
      (contract: { id: string; balance: { [name: string]: { minor: string } } }) => [
        contract.id,
        ...['total', 'requested', 'committed', 'used'].map(name =>
          formatMoney(money(BigInt(contract.balance[name]?.minor ?? '-1'), 'EUR')).replaceAll('\u00a0', ' '),
        ),
      ],
    )
    expect(Object.fromEntries(shown.map(([id, ...figures]: string[]) => [id, figures]))).toEqual({
      'CTR-001': ['400.000 €', '0 €', '0 €', '250.000 €'],
      'CTR-002': ['250.000 €', '52.500,50 €', '53.982,09 €', '75.000 €'],
      'CTR-003': ['75.000 €', '12.000 €', '25.000 €', '45.000 €'],
      'CTR-004': ['350.000 €', '15.000 €', '75.000 €', '250.000 €'],
      'CTR-005': ['45.000 €', '12.500 €', '0 €', '0 €'],
      'CTR-006': ['30.000 €', '0 €', '3.811,50 €', '2.299 €'],
      'CTR-007': ['12.000 €', '0 €', '1.403,60 €', '0 €'],
    })
  })

  it('has a substitute in force, whom nobody’s waiting orders are multiplied by', async () => {
    const { body } = await app.ask('/api/delegations/own', { as: await asAdmin('marta') })
    expect(body.granted).toMatchObject([
      {
        to: { name: 'Diego Sanz' },
        state: 'active',
        max: { minor: '2000000', currency: 'EUR' },
        ended: null,
      },
    ])
    const { body: inbox } = await app.ask('/api/approvals/pending', { as: await asAdmin('diego') })
    expect(new Set(inbox.items.map((item: { onBehalfOf: string | null }) => item.onBehalfOf))).toEqual(
      new Set([null]),
    )
  })

  it('has an order that repeats each month, and has not repeated yet', async () => {
    const { body } = await app.ask('/api/recurrences', { as: await asAdmin('empresa') })
    expect(body.items).toMatchObject([{ state: 'active', everyMonths: 1, made: 0, ownerName: 'Nuria Gil' }])
  })

  it('has orders in every state, of both types', async () => {
    const { rows } = await app.owner.pool.query('select distinct state from document order by 1')
    expect(rows.map(row => row.state)).toEqual([
      'approved',
      'blocked',
      'cancelled',
      'executed',
      'execution_rejected',
      'in_approval',
      'rejected',
      'returned',
    ])
    const { rows: types } = await app.owner.pool.query('select distinct type from document order by 1')
    expect(types.map(row => row.type)).toEqual(['emision', 'gasto'])
  })

  it('has three companies of different plan and currency, none of which sees another', async () => {
    const seen = await Promise.all(
      ['empresa', 'admin.plata', 'admin.andes'].map(async name => {
        const as = await asAdmin(name)
        const company = (await app.ask('/api/company', { as })).body
        const projects = (await app.ask('/api/projects', { as })).body.items
        return [
          company.plan,
          company.currency,
          projects.map((project: { name: string }) => project.name).toSorted(),
        ]
      }),
    )
    expect(seen).toEqual([
      [
        'business',
        'EUR',
        [
          'Almazara nueva',
          'Auditoría energética',
          'Planta de envasado',
          'Reforma Hotel Brisa',
          'Web corporativa',
        ],
      ],
      ['starter', 'ARS', ['Muelle 3']],
      ['free', 'USD', ['Estudio de impacto']],
    ])
  })
})

describe('its money, to the bank and back', () => {
  const asked = async (path: string, name = 'tesoreria') =>
    (await app.ask(path, { as: await asAdmin(name) })).body
  const toRow = ({ name, state, payments, creditedId, dueOn }: { readonly [field: string]: unknown }) => [
    name,
    state,
    payments,
    creditedId,
    dueOn,
  ]
  type Line = {
    kind: string | null
    certainty: string
    can: { settle: unknown }
    returnReason: string | null
  }

  it('went out in a batch that a second person released, to suppliers whose payment terms are agreed', async () => {
    const { twoHands, ...batch } = await asked('/api/payment-batches/R-002')
    const { orders, executed, waiting, returned, release } = batch
    expect({ orders, executed, waiting, returned, release }).toEqual({
      orders: 3,
      executed: 1,
      waiting: 1,
      returned: 1,
      release: 'released',
    })
    expect([batch.madeByName, twoHands.released.byName]).toEqual(['Pablo Ortiz', 'Gema Torres'])
    const { items } = await asked('/api/providers', 'empresa')
    const agreed = items.filter(({ paymentTerms }: { paymentTerms: unknown }) => paymentTerms !== null)
    expect(agreed.map(({ name }: { name: string }) => name)).toEqual(['Envases Levante', 'Transportes Ebro'])
  })

  it('was made and came back by a statement, which leaves one line that is sure and one that nobody knows', async () => {
    const { items: settled } = await asked('/api/bank/lines/decided')
    expect(settled.map(({ kind, returnReason }: Line) => [kind, returnReason])).toEqual([
      ['returned', 'La cuenta está cancelada.'],
      ['paid', null],
      ['paid', null],
    ])
    const { items: open } = await asked('/api/bank/lines')
    expect(open.map(({ certainty, kind, can }: Line) => [certainty, kind, can.settle === true])).toEqual([
      ['exact', 'paid', true],
      ['none', null, false],
    ])
  })

  it('has orders of received invoices: paid in part, to be paid again, overdue, and one that a credit note reduced', async () => {
    const { items } = await asked('/api/documents?projectId=PRJ-005&limit=100', 'empresa')
    const today = dayFromToday()
    expect(items.map(toRow)).toEqual([
      ['Botellas rotas en la entrega', 'executed', null, 'DOC-017', null],
      ['Portes de botellas', 'approved', null, null, dayFromToday(-6)],
      ['Portes de la almazara a la planta', 'approved', null, null, today],
      ['Cajas de cartón', 'approved', null, null, dayFromToday(3)],
      ['Botellas de vidrio', 'approved', { count: 2, made: 1 }, null, dayFromToday(31)],
    ])
    const { rows } = await app.owner.pool.query(
      'select document_id from received_invoice where document_id is not null order by 1',
    )
    expect(rows.map(row => row.document_id)).toEqual(['DOC-017', 'DOC-018', 'DOC-019', 'DOC-020'])
  })
})

describe('its history', () => {
  it('has no order that looks like another one without either saying why', async () => {
    const as = await asAdmin('empresa')
    const { body } = await app.ask('/api/documents?limit=100', { as })
    const cards = await Promise.all(
      body.items.map(async ({ id, projectId }: { id: string; projectId: string }) => {
        const { body: card } = await app.ask(`/api/projects/${projectId}/documents/${id}`, { as })
        return {
          id,
          says: card.duplicateReason,
          like: card.duplicates.items.map((it: { id: string }) => it.id),
        }
      }),
    )
    const explained = new Set(cards.filter(({ says }) => says !== null).map(({ id }) => id))
    expect(explained.size).toBeGreaterThan(0)
    const silent = cards.filter(
      ({ id, like }) => !explained.has(id) && like.some((other: string) => !explained.has(other)),
    )
    expect(silent).toEqual([])
  })

  it('is told as it happened: numbers and journal follow the calendar', async () => {
    const { rows } = await app.owner.pool.query(`
      select count(*)::int as n from document d join document e on e.company_id = d.company_id
        and e.number = d.number + 1 and e.created_at < d.created_at`)
    expect(rows).toEqual([{ n: 0 }])
    const { rows: events } = await app.owner.pool.query(`
      select count(*)::int as n from (select at < lag(at) over (partition by company_id order by number) as is_back
        from event) e where is_back`)
    expect(events).toEqual([{ n: 0 }])
  })
})
