/**
 * Cost centres that a person knows, and those of which they read the budgets, as SQL predicates: twins of `knownCentres` and
 * `budgetedCentres`, which `tests/access.test.ts` shows of each role. They expect `cost_centre` as `cc`.
 */
import { budgetedCentres, type CentreReach, knownCentres } from '#features/cost-centres/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Predicate: the person knows the centre by code and name. */
export const centreKnownTo = (actor: Actor): Part => within(knownCentres(actor))

/** Predicate: the person reads the centre's budgets. */
export const centreBudgetedFor = (actor: Actor): Part => within(budgetedCentres(actor))

function within(reach: CentreReach): Part {
  switch (reach.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`cc.client_id = ${reach.clientId}`
    case 'nothing':
      return part`false`
  }
}

/** Name of the centre of the order `d`, as JSON; null for none, and for whoever may not know it. */
export const centreNameAsJson = (actor: Actor): Part => part`(
  select json_build_object('id', cc.id, 'code', cc.code, 'name', cc.name) from cost_centre cc
  where cc.company_id = d.company_id and cc.id = d.cost_centre_id and ${centreKnownTo(actor)})`
