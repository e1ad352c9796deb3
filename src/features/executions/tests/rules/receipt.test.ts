import { expect, test } from 'vitest'
import { type ReceiptFacts, receiptAbilities } from '#features/executions/rules/receipt.ts'
import type { Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const person = (over: Partial<Actor>): Actor => actorWith({ userId: 'u', role: 'approver', ...over })
const standing = (permissions: Standing['permissions'] = []): Standing => ({
  clientId: 'brisa',
  permissions,
  isApprover: false,
  isItsProvider: false,
})
const paid: ReceiptFacts = {
  state: 'executed',
  type: 'gasto',
  providerId: 'PRV-001',
  creditedId: null,
  receipt: null,
  executedBy: 'pablo',
  answeredBy: null,
}
const issued: ReceiptFacts = { ...paid, type: 'emision' }
const said = (answer: true | { readonly refused: string }) => (answer === true ? true : answer.refused)

const provider = person({ role: 'provider', providerId: 'PRV-001' })
const other = person({ role: 'provider', providerId: 'PRV-002' })
const client = person({ role: 'client', clientId: 'brisa' })
const otherClient = person({ role: 'client', clientId: 'mar' })
const clientUser = person({ role: 'client_user', clientId: 'brisa' })
const admin = person({ role: 'admin' })

test.each([
  ['its provider of a payment', provider, paid, standing(), true],
  ['another provider', other, paid, standing(), 'not_its_recipient'],
  ['the client of a payment', client, paid, standing(), 'not_its_recipient'],
  ['an administrator', admin, paid, standing(['edit', 'execute']), 'not_its_recipient'],
  ['its client of what was issued', client, issued, standing(), true],
  ['another client', otherClient, issued, standing(), 'not_its_recipient'],
  ['a user of its client who orders', clientUser, issued, standing(['edit']), true],
  ['a user of its client who only sees', clientUser, issued, standing(['view']), 'not_its_recipient'],
  ['the provider that issued', provider, issued, standing(), 'not_its_recipient'],
  ['whoever executed it', client, { ...issued, executedBy: 'u' }, standing(), 'own_execution'],
  ['before it is executed', provider, { ...paid, state: 'approved' }, standing(), 'not_executed'],
  ['once it was received', provider, { ...paid, receipt: 'received' }, standing(), 'already_received'],
  ['while in dispute', provider, { ...paid, receipt: 'disputed' }, standing(), true],
  ['once resolved', provider, { ...paid, receipt: 'resolved' }, standing(), true],
] as const)('receipt confirmed by %s', (_, actor, facts, held, answer) => {
  expect(said(receiptAbilities(actor, facts, held).receive)).toBe(answer)
})

test('what is in dispute is not disputed again until the company has seen to it', () => {
  const may = (receipt: ReceiptFacts['receipt']) =>
    said(receiptAbilities(provider, { ...paid, receipt }, standing()).dispute)
  expect(([null, 'disputed', 'resolved', 'received'] as const).map(may)).toEqual([
    true,
    'already_disputed',
    true,
    'already_received',
  ])
})

test('the company resolves: its administration and who executes, never whoever opened it', () => {
  const disputed: ReceiptFacts = { ...issued, receipt: 'disputed', answeredBy: 'nuria' }
  const may = (actor: Actor, facts = disputed, held = standing()) =>
    said(receiptAbilities(actor, facts, held).resolve)
  expect(may(admin)).toBe(true)
  expect(may(person({}), disputed, standing(['execute']))).toBe(true)
  expect(may(clientUser, { ...disputed, answeredBy: 'u' }, standing(['edit', 'execute']))).toBe('own_dispute')
  for (const actor of [client, provider, person({})]) expect(may(actor)).toBe('forbidden')
  expect(may(admin, { ...disputed, receipt: 'resolved' })).toBe('not_disputed')
})
