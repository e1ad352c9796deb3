import { describe, expect, it } from 'vitest'
import { checkConfirmation, executionAbilities, principalFor } from '#features/executions/rules.ts'
import { dayFrom } from '#kernel/day.ts'
import { pablo as actor, executor } from '#tests/support/pablo.ts'

const facts = {
  state: 'approved',
  type: 'gasto',
  hasPaid: false,
  authorIds: ['nuria'],
  deciderIds: ['marta'],
  forcerIds: [],
  executorMayApprove: false,
  paymentBatchId: null,
  isCreditNote: false,
  standsInFor: [],
} as const

describe('an execution', () => {
  it.each([
    [facts, executor, true],
    [facts, { ...executor, permissions: ['admin'] as const }, 'forbidden'],
    [{ ...facts, state: 'executed' }, executor, 'already_executed'],
    [{ ...facts, state: 'in_approval' }, executor, 'not_approved'],
    [{ ...facts, state: 'cancelled' }, executor, 'not_approved'],
    [{ ...facts, state: 'execution_rejected' }, executor, 'not_approved'],
    [{ ...facts, authorIds: ['pablo'] }, executor, 'own_document'],
    [{ ...facts, deciderIds: ['pablo'] }, executor, 'approver_cannot_execute'],
    [{ ...facts, deciderIds: ['pablo'], executorMayApprove: true }, executor, true],
    [{ ...facts, forcerIds: ['pablo'], executorMayApprove: true }, executor, 'approver_cannot_execute'],
    [{ ...facts, paymentBatchId: 'R-001' }, executor, 'in_payment_batch'],
    [{ ...facts, authorIds: ['pablo'], executorMayApprove: true }, executor, 'own_document'],
  ] as const)(
    'is confirmed once, by who executes and neither asked nor decided (%#)',
    (given, standing, expected) => {
      const { confirm } = executionAbilities(actor, given, standing)
      expect(confirm === true ? true : confirm.refused).toBe(expected)
    },
  )

  it.each([
    [[], {}, 'forbidden', null],
    [['ana'], {}, true, 'ana'],
    [['ana'], { authorIds: ['ana'] }, 'own_document', 'ana'],
    [['ana'], { authorIds: ['pablo'] }, 'own_document', 'ana'],
    [['ana'], { deciderIds: ['ana'] }, 'approver_cannot_execute', 'ana'],
    [['ana'], { deciderIds: ['ana'], executorMayApprove: true }, true, 'ana'],
    [['ana'], { forcerIds: ['ana'], executorMayApprove: true }, 'approver_cannot_execute', 'ana'],
    [['ana', 'luis'], { deciderIds: ['ana'] }, true, 'luis'],
    [['ana', 'luis'], { deciderIds: ['pablo'] }, 'approver_cannot_execute', 'ana'],
  ] as const)('by a substitute is held to what holds for both (%#)', (names, change, expected, principal) => {
    const standsInFor = names.map(userId => ({ userId, name: userId }))
    const order = { ...facts, ...change, standsInFor }
    const { confirm } = executionAbilities(actor, order, { ...executor, permissions: [] })
    expect(confirm === true ? true : confirm.refused).toBe(expected)
    expect(principalFor(actor, order, { ...executor, permissions: [] })?.userId ?? null).toBe(principal)
    // Whoever executes there themselves does so in their own place.
    expect(principalFor(actor, order, executor)).toBe(null)
  })

  it('is retried only when it was rejected', () => {
    expect(executionAbilities(actor, facts, executor).retry).toMatchObject({ refused: 'not_rejected' })
    expect(executionAbilities(actor, { ...facts, state: 'execution_rejected' }, executor).retry).toBe(true)
  })

  it('carries its proof when the company asks for it, and never a date to come', () => {
    const today = dayFrom('2026-11-21')
    const tomorrow = dayFrom('2026-11-22')
    if (!today || !tomorrow) throw new Error('days')
    const proof = { executedOn: today, proofFileId: 'f', comment: null }
    const order = { today, approvedOn: today, isProviderOff: false }
    expect(checkConfirmation(proof, { ...order, proofRequired: true })).toBe(true)
    expect(
      checkConfirmation({ ...proof, proofFileId: null }, { ...order, proofRequired: true }),
    ).toMatchObject({
      refused: 'proof_required',
    })
    expect(checkConfirmation({ ...proof, proofFileId: null }, { ...order, proofRequired: false })).toBe(true)
    expect(
      checkConfirmation({ ...proof, executedOn: tomorrow }, { ...order, proofRequired: false }),
    ).toMatchObject({ refused: 'executed_in_future' })
  })
  it('is dated before the approval, or pays a provider that was switched off, only with a reason', () => {
    const today = dayFrom('2026-11-21')
    const yesterday = dayFrom('2026-11-20')
    if (!today || !yesterday) throw new Error('days')
    const order = { proofRequired: false, today, approvedOn: today, isProviderOff: false }
    const early = { executedOn: yesterday, proofFileId: null, comment: null }
    expect(checkConfirmation(early, order)).toMatchObject({ refused: 'executed_before_approval' })
    expect(checkConfirmation(early, { ...order, approvedOn: yesterday })).toBe(true)
    expect(checkConfirmation({ ...early, comment: 'Urgente' }, order)).toBe(true)
    const off = { ...order, isProviderOff: true }
    expect(checkConfirmation({ ...early, executedOn: today }, off)).toMatchObject({ refused: 'provider_off' })
    expect(checkConfirmation({ ...early, comment: 'Se le debe' }, off)).toBe(true)
  })
})
