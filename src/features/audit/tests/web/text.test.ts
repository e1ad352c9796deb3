import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { routeLines } from '#features/approvals/rules/route.ts'
import { actionGroup } from '#features/audit/rules/action-groups.ts'
import { hasFactName } from '#features/audit/text/fact-names.ts'
import { knownActions, orderActions } from '#features/audit/text.ts'
import { listChanges } from '#features/audit/web/event-changes-panel.tsx'
import { actorText, describeEntry } from '#features/audit/web/text.ts'
import { recurrenceFact } from '#features/recurrences/facts.ts'

const nbsp = '\u00a0'

const told = (action: string, facts: Record<string, unknown> = {}) =>
  describeEntry({
    id: '1',
    at: '2026-11-21T09:00:00Z',
    actorName: 'Ana',
    onBehalfOfName: null,
    sequence: 1,
    action,
    reason: null,
    facts,
  }).sentence

test('everything that happens to an order has a sentence', () => {
  expect(told('document.submitted')).toBe('Pedido enviado a aprobación')
  expect(told('document.resubmitted', { revision: 2 })).toBe('Pedido corregido y reenviado (revisión 2)')
  expect(told('approval.decided', { decision: 'approve', state: 'in_approval', approved: 1, total: 2 })).toBe(
    'Aprobación dada (1 de 2)',
  )
  expect(told('approval.decided', { decision: 'approve', state: 'approved', approved: 2, total: 2 })).toBe(
    'Pedido aprobado por completo (2 de 2)',
  )
  expect(told('approval.decided', { decision: 'reject' })).toBe('Pedido rechazado')
  expect(told('approval.decided', { decision: 'return' })).toBe('Pedido devuelto para cambios')
  const fromMail = { through: 'mail', decision: 'approve', approved: 2, total: 2 }
  expect(told('approval.decided', { ...fromMail, state: 'approved' })).toBe(
    'Pedido aprobado por completo desde el enlace del correo (2 de 2)',
  )
  expect(told('approval.decided', { ...fromMail, decision: 'reject' })).toBe(
    'Pedido rechazado desde el enlace del correo',
  )
  expect(told('approval.reassigned')).toBe('Aprobación reasignada a otra persona')
  expect(told('approval.reassigned', { from: 'Ana', to: 'Luis' })).toBe('Aprobación reasignada de Ana a Luis')
  expect(told('document.submitted', { creditedId: 'DOC-007' })).toBe('Abono de DOC-007 enviado a aprobación')
  expect(told('document.credited', { creditNoteId: 'DOC-008' })).toBe('Abono DOC-008 confirmado')
  expect(told('document.withdrawn')).toBe('Pedido retirado')
  expect(told('document.cancelled')).toBe('Pedido anulado')
  expect(told('document.certified')).toBe('Constancia de aprobación emitida')
  expect(told('document.certified', { ended: 'rejected' })).toBe('Constancia de rechazo emitida')
  expect(told('document.unblocked')).toBe('Pedido desbloqueado: vuelve a aprobación')
  expect(told('execution.confirmed', { executedOn: '2026-11-20', reference: 'TRF-1' })).toBe(
    'Ejecución confirmada el 20/11/2026, con referencia TRF-1',
  )
  const second = { executedOn: '2026-11-20', reference: 'TRF-1', payment: 2, payments: 3 }
  expect(told('execution.confirmed', second)).toBe(
    'Pago 2 de 3 confirmado el 20/11/2026, con referencia TRF-1',
  )
  expect(told('execution.payment_returned', { returnedOn: '2026-11-21' })).toBe(
    'El banco ha devuelto un pago el 21/11/2026',
  )
  expect(told('execution.rejected')).toBe('Ejecución rechazada')
  expect(told('execution.batched', { batchId: 'R-001' })).toBe('Incluido en una remesa SEPA: R-001')
  expect(told('execution.unbatched')).toBe('Fuera de la remesa SEPA')
  expect(told('execution.received')).toBe('Recepción confirmada')
  expect(told('execution.disputed', { cause: 'not_received' })).toBe('En disputa: no se ha recibido')
  expect(told('execution.disputed', { cause: 'not_correct' })).toBe('En disputa: no es correcto')
  expect(told('execution.dispute_resolved')).toBe('Disputa resuelta por la empresa')
  expect(told('execution.retried')).toBe('Ejecución reintentada: vuelve a estar pendiente')
})

test('what happens to a recurrence is told on its order as in the journal', () => {
  const facts = Object.entries(recurrenceFact.definitions)
  expect(facts).not.toHaveLength(0)
  for (const [action, { sentence }] of facts) expect(told(action)).toBe(sentence)
})

test('no event of an order is told as a change when it was none', () => {
  expect(orderActions.length).toBeGreaterThan(30)
  expect(orderActions.filter(action => told(action) === 'El pedido ha cambiado')).toEqual([])
})

test('an action that this screen does not know yet is still told', () => {
  expect(told('document.something_new')).toBe('El pedido ha cambiado')
})

test('every kind of fact that a slice defines has its sentence in the journal', async () => {
  const slices = new URL('../../../', import.meta.url)
  const known = new Set(knownActions)
  for (const slice of fs.readdirSync(slices)) {
    const facts = new URL(`${slice}/facts.ts`, slices)
    if (!fs.existsSync(facts)) continue
    const defined: { [name: string]: { definitions?: object } } = await import(fileURLToPath(facts))
    for (const { definitions = {} } of Object.values(defined))
      expect(
        Object.keys(definitions).filter(kind => !known.has(kind)),
        slice,
      ).toEqual([])
  }
})

test('every kind of fact stands in one group of the journal’s filter', () => {
  expect(knownActions.length).toBeGreaterThan(90)
  expect(knownActions.filter(action => actionGroup(action) === null)).toEqual([])
})

test('every field that a fact declares has a Spanish name in the journal', () => {
  const declared = fs.globSync('src/features/*/facts.ts').flatMap(declaredFields)
  expect(declared.length).toBeGreaterThan(200)
  expect([...new Set(declared)].filter(field => !hasFactName(field))).toEqual([])
})

/** Fields of the types of facts in a file. */
function declaredFields(file: string): string[] {
  const source = fs.readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
  const inContents = [...source.matchAll(/content<(.*?)>\(\)/gs)].flatMap(([contents]) => [
    ...contents.matchAll(/\b(\w+)\??: /g),
  ])
  return [...source.matchAll(/readonly (\w+)\??: /g), ...inContents]
    .map(([, field]) => String(field))
    .filter(field => field !== 'before' && field !== 'after')
}

test('what an event changed is told by name, as it was and as it became', () => {
  const before = { state: 'in_approval' }
  const after = {
    state: 'approved',
    decision: 'approve',
    amount: { minor: '500', currency: 'EUR' },
    list: [],
  }
  expect(listChanges({ before, after })).toEqual([
    { field: 'state', name: 'Estado', before: 'En aprobación', after: 'Aprobado' },
    { field: 'decision', name: 'Decisión', before: '-', after: 'Aprobar' },
    { field: 'amount', name: 'Monto', before: '-', after: `5,00${nbsp}€` },
    { field: 'list', name: 'list', before: '-', after: '-' },
  ])
  expect(listChanges({ before: null, after: { method: 'password' } })).toEqual([
    { field: 'method', name: 'Con qué', before: '-', after: 'Contraseña' },
  ])
  const batch = { amountMinor: '456170', payOn: '2026-11-30', type: 'gasto', review: { orders: 3 } }
  expect(listChanges({ before: null, after: batch }).map(({ after: told }) => told)).toEqual([
    `4.561,70${nbsp}€`,
    '30/11/2026',
    'Pedido de Pago',
    'Pedidos: 3',
  ])
  expect(actorText({ actorName: 'Luis', onBehalfOfName: 'Ana' })).toBe('Luis en nombre de Ana')
})

test('the stages of an order and their deputies are told in words, from the lines that the journal seals', () => {
  const toldOf = (after: Record<string, unknown>) =>
    listChanges({ before: null, after }).map(each => each.after)
  const stage = { name: '', approverIds: [], deputy: null, needed: 1 }
  const route = {
    blockedBy: null,
    stages: [
      { ...stage, turn: 1, mode: 'all', needed: 2, origin: 'general' },
      { ...stage, turn: 1, mode: 'any', origin: 'rule', deputy: { userId: 'ana', afterDays: 3 } },
      {
        ...stage,
        turn: 2,
        mode: 'quorum',
        needed: 3,
        origin: 'rule',
        deputy: { userId: 'luis', afterDays: 1 },
      },
      { ...stage, turn: 3, mode: 'all', origin: 'overrun' },
    ],
  } as const
  expect(toldOf(routeLines(route))).toEqual([
    [
      'Etapa 1 (orden 1): aprueban sus 2 personas',
      'Etapa 2 (orden 1): aprueba cualquiera, por una regla',
      'Etapa 3 (orden 2): aprueban 3, por una regla',
      'Etapa 4 (orden 3): aprueba su única persona, por exceso de presupuesto',
    ].join('; '),
    'Etapa 2, tras 3 días: ana; Etapa 3, tras 1 día: luis',
  ])
  expect(toldOf({ stages: [] })).toEqual(['-'])
  // A release that writes them otherwise is read as it wrote.
  for (const line of ['1 1 all 2', '1 1 all two general', '1 1 some 2 general', 'Revisión', ''])
    expect(toldOf({ stages: [line, '1 1 any 1 rule'], deputies: [line] }), line).toEqual([
      `${line || '-'}; Etapa 1 (orden 1): aprueba cualquiera, por una regla`,
      line || '-',
    ])
})
