/**
 * Offboarding: a person is deactivated, and others take over their open seats and duties. A substitute must be
 * somebody who could have had the seat from the beginning, as in a single reassignment.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { mayPermitEverywhere } from '#features/projects/rules/granting.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'

export type OffboardingRefusal = 'successor_required'

/** Permission to offboard: administrators only. */
export const mayOffboard = (actor: Actor): true | Refusal =>
  firstRefusal<string>(mayPermitEverywhere(actor), accountTrust(actor))
