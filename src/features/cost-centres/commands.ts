/** Cost centres made, changed, given budgets, activated and deactivated by the company's administrators. */
import { costCentreFact } from '#features/cost-centres/facts.ts'
import { maySetBudget } from '#features/cost-centres/rules/year.ts'
import {
  type CentreRefusal,
  type CentreTerms,
  type CentreVerb,
  centreAbilities,
  existingCentreAbilities,
  sameRevision,
  verbTo,
} from '#features/cost-centres/rules.ts'
import {
  insertCentre,
  isClientActive,
  type LockedCentre,
  lockCentre,
  lockOtherNameWithCode,
  saveBudget,
  saveCentre,
  saveStatus,
} from '#features/cost-centres/store/life.ts'
import { readChargedCentre } from '#features/cost-centres/store.ts'
import type {
  changeCostCentre,
  changeCostCentreStatus,
  createCostCentre,
  setCostCentreBudget,
} from '#features/cost-centres/wire/calls.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type Money, moneyFromText } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Refused = Refusal<CentreRefusal>
type Saved = { readonly id: string; readonly revision: number }

export async function createCentre(
  tx: TenantTx,
  actor: Actor,
  content: BodyOf<typeof createCostCentre>,
): Promise<Saved | Refused> {
  const { create } = centreAbilities(actor)
  if (create !== true) return create
  const clientId = content.clientId ?? null
  if (clientId !== null && !(await isClientActive(tx, clientId))) return refuse('client_inactive')
  const id = newId(tx.now.getTime())
  const terms = termsFrom(content)
  const isFree = await codeIsFree(tx, id, terms.code)
  if (isFree !== true) return isFree
  await insertCentre(tx, { ...terms, id, clientId, createdBy: actor.userId })
  await record(
    tx,
    actor,
    costCentreFact('cost_centre.created', id, { after: { ...termsSnapshot(terms), clientId } }),
  )
  return { id, revision: 1 }
}

/** Changes what a centre is called, its policy and, while nothing is counted in it, its currency. */
export async function changeCentre(
  tx: TenantTx,
  actor: Actor,
  centreId: string,
  { revision, ...content }: BodyOf<typeof changeCostCentre>,
): Promise<Saved | Refused> {
  const centre = await lockToChange(tx, actor, { centreId, revision, verb: 'change' })
  if (isRefusal(centre)) return centre
  const terms = termsFrom(content)
  const isOtherCurrency = terms.currency !== centre.currency
  const may = firstRefusal<CentreRefusal>(
    isOtherCurrency && centre.isCharged ? refuse('currency_charged') : true,
    isOtherCurrency && centre.isBudgeted ? refuse('currency_budgeted') : true,
    await codeIsFree(tx, centreId, terms.code),
  )
  if (may !== true) return may
  await saveCentre(tx, centreId, terms)
  await record(
    tx,
    actor,
    costCentreFact('cost_centre.changed', centreId, {
      before: termsSnapshot(centre),
      after: termsSnapshot(terms),
    }),
  )
  return { id: centreId, revision: revision + 1 }
}

/** Sets the budget of a year, or takes it away, with a reason that its history keeps. */
export async function setBudget(
  tx: TenantTx,
  actor: Actor,
  centreId: string,
  { revision, year, totalMinor, reason }: BodyOf<typeof setCostCentreBudget>,
): Promise<Saved | Refused> {
  const centre = await lockToChange(tx, actor, { centreId, revision, verb: 'setBudget' })
  if (isRefusal(centre)) return centre
  const charged = await readChargedCentre(tx, { id: centreId, year })
  if (!charged) return refuse('not_found')
  const total = totalMinor === null ? null : moneyFromText(totalMinor, charged.currency)
  const may = maySetBudget(charged, total)
  if (may !== true) return may
  await saveBudget(tx, { centreId, year, totalMinor: total?.minor ?? null })
  await record(
    tx,
    actor,
    costCentreFact('cost_centre.budget_set', centreId, {
      before: budgetSnapshot(year, charged.balance.total),
      after: budgetSnapshot(year, total),
      reason,
    }),
  )
  return { id: centreId, revision: revision + 1 }
}

/** Deactivates a centre, which takes no new orders from then on, or activates it. */
export async function changeStatus(
  tx: TenantTx,
  actor: Actor,
  centreId: string,
  { revision, status, reason }: BodyOf<typeof changeCostCentreStatus>,
): Promise<Saved | Refused> {
  const centre = await lockToChange(tx, actor, { centreId, revision, verb: verbTo[status] })
  if (isRefusal(centre)) return centre
  await saveStatus(tx, centreId, status)
  const kind = status === 'active' ? 'cost_centre.activated' : 'cost_centre.deactivated'
  const change = { before: { status: centre.status }, after: { status }, reason }
  await record(tx, actor, costCentreFact(kind, centreId, change))
  return { id: centreId, revision: revision + 1 }
}

type Change = { readonly centreId: string; readonly revision: number; readonly verb: CentreVerb }

/** Locks the centre; refused unless the actor may do this to the revision that they saw. */
async function lockToChange(
  tx: TenantTx,
  actor: Actor,
  { centreId, revision, verb }: Change,
): Promise<LockedCentre | Refused> {
  // Checked first, so that nobody but an administrator takes a lock or learns that the centre exists.
  if (actor.role !== 'admin') return refuse('forbidden')
  const centre = await lockCentre(tx, centreId)
  if (!centre) return refuse('not_found')
  const may = firstRefusal(sameRevision(centre, revision), existingCentreAbilities(actor, centre)[verb])
  return may === true ? centre : may
}

async function codeIsFree(tx: TenantTx, centreId: string, code: string): Promise<true | Refused> {
  const name = await lockOtherNameWithCode(tx, centreId, code)
  return name === null ? true : refuse('code_taken', { name })
}

const termsFrom = ({
  code,
  name,
  currency,
  overrunPolicy,
}: Pick<BodyOf<typeof createCostCentre>, 'code' | 'name' | 'currency' | 'overrunPolicy'>): CentreTerms => ({
  code,
  name,
  currency,
  overrunPolicy: overrunPolicy ?? null,
})

const termsSnapshot = ({ code, name, currency, overrunPolicy }: CentreTerms) => ({
  code,
  name,
  currency: currencyFrom(currency),
  overrunPolicy,
})

const budgetSnapshot = (year: number, total: Money | null) => ({ year, total: total && moneyToWire(total) })
