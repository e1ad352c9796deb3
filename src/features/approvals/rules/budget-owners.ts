/** Who lets orders exceed their contract is named by the administration: naming them lets go on what waited for one. */
import { abilities, type CompanyRefusal } from '#features/companies/rules.ts'
import { ownHands } from '#features/identity/rules/hands.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'

export const mayNameOwners = (actor: Actor): true | Refusal<CompanyRefusal | 'fresh_hands'> =>
  firstRefusal<CompanyRefusal | 'fresh_hands'>(abilities(actor).changeSettings, ownHands(actor))
