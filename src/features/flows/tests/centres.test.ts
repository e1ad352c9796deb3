// Rules that ask for the cost centre of an order.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { euros, rule, stage, statusAndType, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** A company with two centres of its client, whose rules ask dora for one of them and raul for orders without any. */
async function divided(name: string) {
  const made = await centresIn(app, name)
  const { cast, centre, person, publish, ask, orders } = made
  const [dora, raul] = [await person('dora'), await person('raul')]
  const [works, office] = [await centre({ code: 'OBR' }), await centre({ code: 'OFI' })]
  const ofWorks = rule([stage({ approvers: users(dora.id) })], { costCentreIds: [works] }, 'De obra')
  const ofNone = rule([stage({ approvers: users(raul.id) })], { costCentreIds: ['sin_centro'] }, 'Sin centro')
  expect((await publish(ofWorks, ofNone)).status).toBe(200)
  const preview = async (query: object, as = cast.client) => {
    const text = new URLSearchParams({ providerId: cast.providerId, amountMinor: '10000', ...query })
    return (await ask(`/api/projects/${cast.projectId}/route?${text}`, 'GET', undefined, as)).body
  }
  /** Rule of the order, by the sentence of its first stage. */
  const basisOf = async (id: string): Promise<string> => (await orders.card(id)).stages[0].basis
  return { ...made, works, office, dora, raul, ofWorks, ofNone, preview, basisOf }
}

test('an order takes the rule of its centre, one without a centre that of none, and another the general flow', async () => {
  const { works, office, orders, preview, basisOf, dora, inbox } = await divided('de-centro')
  const ofWorks = await orders.submit({ costCentreId: works })
  // The sentence does not name the centre: not every reader may know it.
  expect(await basisOf(ofWorks)).toBe('Regla «De obra» (flujo 1): centro de coste del pedido')
  expect(await inbox(dora.token)).toEqual([ofWorks])
  expect(await basisOf(await orders.submit())).toBe('Regla «Sin centro» (flujo 1): sin centro de coste')
  expect(await basisOf(await orders.submit({ costCentreId: office }))).toMatch(/^Flujo general/)
  expect((await preview({ costCentreId: works })).rule).toBe('De obra')
  expect((await preview({ costCentreId: office })).rule).toBeNull()
  expect((await preview({})).rule).toBe('Sin centro')
})

test('a centre that is renamed, or made inactive, keeps its rule, also for an order that is corrected', async () => {
  const { cast, works, orders, change, setStatus, ask, basisOf, publish, ofWorks, ofNone, preview } =
    await divided('renombra')
  const id = await orders.submit({ costCentreId: works })
  await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 })
  expect((await change(works, { code: 'NUEVO', name: 'Otra obra' })).status).toBe(200)
  expect((await setStatus(works, 'inactive')).status).toBe(200)
  expect((await preview({ documentId: id, costCentreId: works })).rule).toBe('De obra')
  const corrected = { ...cast.order, amountMinor: '7000', revision: 1 }
  expect((await ask(`/api/documents/${id}`, 'PUT', corrected, cast.client)).status).toBe(200)
  expect(await basisOf(id)).toMatch(/^Regla «De obra»/)
  expect((await ask('/api/flows')).body.names.costCentres).toEqual([
    { id: works, name: 'NUEVO · Otra obra (inactivo)' },
  ])
  expect((await publish(ofNone, ofWorks)).status).toBe(200)
})

test('a correction that changes the centre is asked of the new one’s approvers, and the preview says so before', async () => {
  const { cast, works, office, orders, ask, basisOf, preview } = await divided('cambia')
  const id = await orders.submit({ costCentreId: office })
  await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 })
  expect((await preview({ documentId: id, costCentreId: works })).rule).toBe('De obra')
  expect((await preview({ documentId: id })).rule).toBe('Sin centro')
  const corrected = { ...cast.order, amountMinor: '7000', revision: 1, costCentreId: works }
  expect((await ask(`/api/documents/${id}`, 'PUT', corrected, cast.client)).status).toBe(200)
  expect(await basisOf(id)).toMatch(/^Regla «De obra»/)
})

test('the centre of the company, which a client does not know, decides in its preview too, and no other is tried', async () => {
  const { cast, centre, orders, send, publish, preview, dora, ask, basisOf } = await divided('oculto')
  const whole = await centre({ code: 'EMPRESA', clientId: null })
  const foreign = await makeCast(app, 'oculto2', { companyId: cast.companyId, approvers: 1 })
  const theirs = await centre({ code: 'AJENO', clientId: foreign.clientId })
  const rules = [whole, theirs].map((id, at) =>
    rule([stage({ approvers: users(dora.id) })], { costCentreIds: [id] }, `Regla ${at}`),
  )
  expect((await publish(...rules)).status).toBe(200)
  const id = (await send({ costCentreId: whole }, cast.admin)).body.id
  await orders.post(`/api/documents/${id}/withdrawal`, cast.admin, { revision: 1 })
  const ofClient = await ask(`/api/projects/${cast.projectId}/documents/${id}`, 'GET', undefined, cast.client)
  expect(JSON.stringify(ofClient.body)).not.toContain('EMPRESA')
  expect((await preview({ documentId: id }, cast.admin)).rule).toBeNull()
  expect((await preview({ documentId: id })).rule).toBe('Regla 0')
  for (const costCentreId of [whole, theirs, newId()])
    expect((await preview({ costCentreId })).type).toBe('/problems/not_found')
  // An order of another project lends its centre to nobody.
  expect((await preview({ documentId: 'DOC-999' })).rule).toBeNull()
  const corrected = { ...cast.order, amountMinor: '7000', revision: 1, costCentreId: null }
  expect((await ask(`/api/documents/${id}`, 'PUT', corrected, cast.client)).status).toBe(200)
  expect(await basisOf(id)).toMatch(/^Regla «Regla 0»/)
})

test('a credit note, and an order that nobody could approve, are routed by their centre', async () => {
  const { cast, works, orders, publish, basisOf, dora, ask } = await divided('abono')
  const paid = await orders.submit({ costCentreId: works })
  await orders.decide(paid, dora.token)
  await orders.confirm(paid, cast.executor)
  const note = await orders.post(`/api/documents/${paid}/credit-notes`, cast.client, {
    revision: 1,
    name: 'Devolución',
    amountMinor: '4000',
    invoiceNumber: 'AB-1',
    duplicateReason: 'Es un abono',
  })
  expect(await basisOf(note.body.id)).toMatch(/^Regla «De obra»/)
  const gone = rule([stage({ approvers: { kind: 'project_approvers' }, mode: 'quorum', quorum: 9 })], {
    costCentreIds: [works],
  })
  expect((await publish(gone)).status).toBe(200)
  const blocked = await orders.submit({ costCentreId: works })
  expect((await orders.card(blocked)).state).toBe('blocked')
  const again = rule([stage({ approvers: users(dora.id) })], { costCentreIds: [works] }, 'De nuevo')
  expect((await publish(again)).status).toBe(200)
  expect((await orders.card(blocked)).state).toBe('in_approval')
  expect(await basisOf(blocked)).toMatch(/^Regla «De nuevo»/)
  expect((await ask('/api/flows')).body.published.rules[0].stages[0].approvers.userIds).toEqual([dora.id])
})

test('a rule of centres names only those of the company, and no more currencies than theirs', async () => {
  const { cast, works, publish, dora, ask } = await divided('monedas')
  const stages = [stage({ approvers: users(dora.id) })]
  const other = await centresIn(app, 'monedas-ajena')
  const stranger = await other.centre({ code: 'X' })
  for (const id of [stranger, newId()])
    expect(statusAndType(await publish(rule(stages, { costCentreIds: [id] })))).toEqual([
      409,
      '/problems/unknown_place',
    ])
  for (const costCentreIds of [['otro'], [works, works], [null], 'sin_centro'])
    expect(
      (await ask('/api/flows/draft', 'PUT', { revision: null, rules: [rule(stages, { costCentreIds })] }))
        .status,
    ).toBe(422)
  await cast.make('/api/contracts', {
    type: 'cliente',
    clientId: cast.clientId,
    description: 'En dólares',
    totalMinor: '100000',
    currency: 'USD',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
  })
  const asks = async (costCentreIds: string[]) =>
    statusAndType(await publish(rule(stages, { costCentreIds, from: euros('500') })))
  expect(await asks([works])).toEqual([200, undefined])
  expect(await asks([works, 'sin_centro'])).toEqual([409, '/problems/rate_missing'])
})

test('the simulation of a draft tries orders with the centre that they have, and names it', async () => {
  const { works, office, orders, ask, dora } = await divided('prueba')
  const [ofWorks] = [await orders.submit({ costCentreId: works }), await orders.submit()]
  const ofOffice = await orders.submit({ costCentreId: office })
  const draft = rule([stage({ approvers: users(dora.id) })], { costCentreIds: [office] }, 'De oficina')
  expect((await ask('/api/flows/draft', 'PUT', { revision: null, rules: [draft] })).status).toBe(200)
  const { body } = await ask('/api/flows/simulation')
  expect(body.taken).toEqual([{ ruleId: draft.id, count: 1 }])
  const tried = body.items.map(({ documentId, costCentre, after }: Tried) => [
    documentId,
    costCentre?.code,
    after.rule,
  ])
  expect(tried).toContainEqual([ofOffice, 'OFI', 'De oficina'])
  expect(tried).toContainEqual([ofWorks, 'OBR', null])
})

type Tried = { documentId: string; costCentre: { code: string } | null; after: { rule: string | null } }

test('a save of a page that knows no centres keeps the conditions that it leaves out, also of rules that hold', async () => {
  const { cast, works, dora, ofWorks, ask, publish } = await divided('pestana')
  const known = { types: ['gasto'] }
  const older = { ...ofWorks, conditions: known }
  const save = (revision: number | null, ...rules: object[]) =>
    ask('/api/flows/draft', 'PUT', { revision, rules })
  const conditions = async () =>
    (await ask('/api/flows')).body.draft.rules.map(
      (each: { conditions: { types: string[]; costCentreIds: string[]; clientIds: string[] } }) => [
        each.conditions.types,
        each.conditions.clientIds,
        each.conditions.costCentreIds,
      ],
    )
  const other = rule([stage({ approvers: users(dora.id) })])
  // There is no draft: the rules that hold are what it began with.
  expect((await save(null, older, other)).status).toBe(200)
  expect(await conditions()).toEqual([
    [['gasto'], [], [works]],
    [[], [], []],
  ])
  const asksClient = { ...older, conditions: { ...known, clientIds: [cast.clientId], costCentreIds: [] } }
  expect((await save(1, asksClient)).status).toBe(200)
  expect(await conditions()).toEqual([[['gasto'], [cast.clientId], []]])
  expect((await save(2, older)).status).toBe(200)
  expect(await conditions()).toEqual([[['gasto'], [cast.clientId], []]])
  expect(statusAndType(await save(1, older))).toEqual([409, '/problems/stale_draft'])
  expect((await publish(asksClient)).status).toBe(200)
})
