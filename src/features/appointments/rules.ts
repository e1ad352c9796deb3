/**
 * Appointments: who approves and executes in a project, who holds which permission, and who lets orders exceed their
 * contract. What is asked of each stands in the rules of projects; an appointment lets go on what waited for somebody.
 */
import { abilities, type CompanyRefusal } from '#features/companies/rules.ts'
import { ownHands } from '#features/identity/rules/hands.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'

/** Naming the budget owners is the administration's. */
export const mayNameOwners = (actor: Actor): true | Refusal<CompanyRefusal | 'fresh_hands'> =>
  firstRefusal<CompanyRefusal | 'fresh_hands'>(abilities(actor).changeSettings, ownHands(actor))
