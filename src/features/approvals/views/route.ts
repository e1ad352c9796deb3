/** Preview of an order's route: planned exactly as submission plans it, and nothing is written. */
import { type Route, routeFromInputs } from '#features/approvals/rules/route.ts'
import { mayOwnBudgets } from '#features/approvals/scope.ts'
import { stagesWithBasis } from '#features/approvals/text/basis.ts'
import { approvalWords } from '#features/approvals/text.ts'
import type { previewRoute, RoutePreviewWire } from '#features/approvals/wire/route.ts'
import { exceeds } from '#features/contracts/rules/budget.ts'
import { chargedContract } from '#features/contracts/rules.ts'
import { contractsToCharge } from '#features/contracts/store.ts'
import { balanceToWire } from '#features/contracts/wire.ts'
import { chosenCentre } from '#features/cost-centres/rules/charge.ts'
import { requestAsksOwners, yearAt } from '#features/cost-centres/rules/year.ts'
import { centreBudgetedFor, centreKnownTo } from '#features/cost-centres/scope.ts'
import { isCentreWithin, readChargedCentre } from '#features/cost-centres/store.ts'
import { findCorrected, nothingCorrected } from '#features/documents/store/corrected.ts'
import { recentlyRequested } from '#features/documents/store/payees.ts'
import { survivingProvider } from '#features/documents/store/providers.ts'
import { mayEnterRates } from '#features/exchange-rates/rules.ts'
import { ratesAt } from '#features/exchange-rates/store.ts'
import { missingRateWords } from '#features/exchange-rates/text.ts'
import { missingRateTold } from '#features/flows/rules/conditions.ts'
import { isTaxCategory } from '#features/flows/rules/tax-categories.ts'
import { cumulativeDays } from '#features/flows/rules.ts'
import { currentFlow } from '#features/flows/store.ts'
import { mayOrder, rolesOfPeople, sees } from '#features/projects/rules.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import { survivorId } from '#features/providers/scope.ts'
import { type Actor, authorIdsFor } from '#kernel/actor.ts'
import type { ParamsOf, QueryOf } from '#kernel/endpoint.ts'
import { moneyFromText } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = ParamsOf<typeof previewRoute> & QueryOf<typeof previewRoute>

/**
 * Route for somebody who could submit the order; null for anybody else, and for providers, who never learn who
 * approves. Null too for a cost centre that the person may not choose: the form offers none of those.
 */
export async function preview(tx: TenantTx, actor: Actor, asked: Asked): Promise<RoutePreviewWire | null> {
  const { projectId, documentId = null, type, costCentreId: typedId = null } = asked
  const saidId = asked.providerId ?? null
  const recent = { providerId: survivorId(tx.companyId, saidId), documentId, days: cumulativeDays }
  const [providerId, project, appointed, flow, contracts, lately, earlier, isKnown, centre, people, rates] =
    await Promise.all([
      // As at submission: a form may still say one that was merged.
      saidId === null ? null : survivingProvider(tx, saidId),
      readProjectWithStanding(tx, actor, projectId),
      appointedIn(tx, projectId),
      currentFlow(tx),
      contractsToCharge(tx, projectId),
      recentlyRequested(tx, recent),
      documentId ? findCorrected(tx, actor, projectId, documentId) : nothingCorrected,
      typedId === null || isCentreWithin(tx, typedId, centreKnownTo(actor)),
      budgetedCentre(tx, actor, typedId),
      peopleFor(tx, projectId),
      ratesAt(tx, tx.now),
    ])
  if (!project || actor.providerId !== null || !sees(actor, project.standing)) return null
  const contract = chargedContract(contracts, { ...asked, providerId, isByProvider: false })
  if (!contract || mayOrder(actor, project.standing, { type }) !== true) return null
  const costCentreId = chosenCentre({ ...earlier, typedId })
  if (isRefusal(costCentreId) || (costCentreId !== earlier.formerId && !isKnown)) return null
  const amount = moneyFromText(asked.amountMinor ?? '0', contract.balance.total.currency)
  const charge = moneyFromText(asked.chargeMinor ?? asked.amountMinor ?? '0', amount.currency)
  const exceedsCentre =
    contract.policy === 'requiere_aprobacion' &&
    centre !== null &&
    centre.id === costCentreId &&
    centre.currency === charge.currency &&
    requestAsksOwners(centre, charge, false)
  const route = routeFromInputs({
    flow,
    contract,
    appointed,
    isCounted: false,
    authorIds: [...authorIdsFor(actor), ...earlier.authorIds],
    order: {
      type,
      clientId: project.standing.clientId,
      projectId,
      providerId: providerId ?? '',
      taxCategories: asked.taxCategories?.split(',').filter(isTaxCategory) ?? ['sin_desglose'],
      costCentreId,
      amount,
      charge,
    },
    recentlyRequested: lately,
    rates,
    eligibleIds: people.filter(person => person.eligible).map(person => person.userId),
    ownerIds: people.filter(person => person.owner).map(person => person.userId),
    executorIds: appointed.executorIds,
    executorMayApprove: project.policies.executorMayApprove,
    exceedsCentre,
  })
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  return {
    ...(isRefusal(route) ? unknownRoute(actor, flow.version, route) : named(route, names)),
    contractId: contract.id,
    balance: balanceToWire(contract.balance),
    exceeds: exceeds(contract.balance, charge),
    exceedsCentre,
  }
}

/**
 * The centre in this year; null for none, and for whoever may choose it and does not read its budgets: by typing amounts
 * they would find out what is left of it.
 */
async function budgetedCentre(tx: TenantTx, actor: Actor, id: string | null) {
  if (id === null) return null
  const [readsBudgets, centre] = await Promise.all([
    isCentreWithin(tx, id, centreBudgetedFor(actor)),
    readChargedCentre(tx, { id, year: yearAt(tx.now, actor.zone) }),
  ])
  return readsBudgets ? centre : null
}

type PersonRow = { userId: string; name: string; eligible: boolean; owner: boolean }

/**
 * People of the company whom a flow could name, with two facts: eligible for the project's client, and budget owner.
 */
function peopleFor(tx: TenantTx, projectId: string): Promise<PersonRow[]> {
  return tx.all<PersonRow>(sql`
    select m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name, o.user_id is not null and ${mayOwnBudgets} as owner,
      l.living and (m.client_id is null or m.client_id = p.client_id) as eligible
    from member m
    join account who on who.id = m.user_id and who.role = any (${rolesOfPeople}::text[])
    join project p on p.company_id = m.company_id and p.id = ${projectId}
    cross join lateral (select m.active and who.active as living) l
    left join budget_owner o on o.company_id = m.company_id and o.user_id = m.user_id
    where m.company_id = ${tx.companyId} order by o.created_at, m.user_id`)
}

function named(route: Route, names: ReadonlyMap<string, string>) {
  const person = (userId: string) => ({ userId, name: names.get(userId) ?? '' })
  return {
    flowVersion: route.flowVersion,
    rule: route.rule?.name ?? null,
    stages: stagesWithBasis(route).map(stage => ({
      ...stage,
      deputy: stage.deputy && {
        name: names.get(stage.deputy.userId) ?? '',
        afterDays: stage.deputy.afterDays,
      },
      people: stage.approverIds.map(person),
    })),
    excluded: route.excluded.map(({ userId, because }) => ({
      ...person(userId),
      text: approvalWords({ refused: because }),
    })),
    blockedBy: route.blockedBy,
    missingRate: null,
  }
}

/** A route that is not known, because a rate is missing: the order would be refused. */
const unknownRoute = (actor: Actor, flowVersion: number | null, refusal: Refusal<'rate_missing'>) => ({
  flowVersion,
  rule: null,
  stages: [],
  excluded: [],
  blockedBy: null,
  missingRate: {
    text: missingRateWords(missingRateTold(actor, refusal)),
    mayEnter: mayEnterRates(actor) === true,
  },
})
