/**
 * Offboarding: somebody leaves the company, and others take over what waits for them and what they were for. Whoever
 * takes a seat could have had it from the beginning, as when a single one is reassigned.
 */
import { ownHands } from '#features/identity/rules/hands.ts'
import { mayPermitEverywhere } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'

export type OffboardingRefusal = 'successor_required'

/** Transferring what somebody leaves is the administration's. */
export const mayOffboard = (actor: Actor): true | Refusal =>
  firstRefusal<string>(mayPermitEverywhere(actor), ownHands(actor))
