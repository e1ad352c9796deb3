// Pablo, who executes the orders of a project, as the rules take him.

import type { Actor } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

export const pablo: Actor = actorWith({ userId: 'pablo', name: 'Pablo', role: 'approver' })

/** His standing towards the project. */
export const executor = {
  clientId: 'brisa',
  permissions: ['execute'],
  isApprover: false,
  isItsProvider: false,
} as const
