import { describe, expect, it } from 'vitest'
import { abilities, soundConfirmation } from '#features/executions/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFrom } from '#kernel/day.ts'

const actor: Actor = {
  userId: 'pablo',
  sessionId: 's',
  companyId: 'c',
  name: 'Pablo',
  role: 'approver',
  clientId: null,
  providerId: null,
  zone: 'Europe/Madrid',
  companySuspended: false,
}
const executor = {
  clientId: 'brisa',
  permissions: ['execute'],
  isApprover: false,
  isItsProvider: false,
} as const
const facts = {
  state: 'approved',
  authorIds: ['nuria'],
  deciderIds: ['marta'],
  approverMayExecute: false,
  paymentBatchId: null,
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
    [{ ...facts, deciderIds: ['pablo'], approverMayExecute: true }, executor, true],
    [{ ...facts, paymentBatchId: 'R-001' }, executor, 'in_payment_batch'],
    [{ ...facts, authorIds: ['pablo'], approverMayExecute: true }, executor, 'own_document'],
  ] as const)(
    'is confirmed once, by who executes and neither asked nor decided (%#)',
    (given, standing, expected) => {
      const { confirm } = abilities(actor, given, standing)
      expect(confirm === true ? true : confirm.refused).toBe(expected)
    },
  )

  it('is retried only when it was rejected', () => {
    expect(abilities(actor, facts, executor).retry).toMatchObject({ refused: 'not_rejected' })
    expect(abilities(actor, { ...facts, state: 'execution_rejected' }, executor).retry).toBe(true)
  })

  it('carries its proof when the company asks for it, and never a date to come', () => {
    const today = dayFrom('2026-11-21')
    const tomorrow = dayFrom('2026-11-22')
    if (!today || !tomorrow) throw new Error('days')
    const proof = { executedOn: today, proofFileId: 'f' }
    expect(soundConfirmation(proof, { proofRequired: true, today })).toBe(true)
    expect(soundConfirmation({ ...proof, proofFileId: null }, { proofRequired: true, today })).toMatchObject({
      refused: 'proof_required',
    })
    expect(soundConfirmation({ ...proof, proofFileId: null }, { proofRequired: false, today })).toBe(true)
    expect(
      soundConfirmation({ ...proof, executedOn: tomorrow }, { proofRequired: false, today }),
    ).toMatchObject({ refused: 'executed_in_future' })
  })
})
