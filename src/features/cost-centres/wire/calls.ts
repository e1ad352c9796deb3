/** Calls on one cost centre: made, read with its years, changed, given a budget, activated and deactivated. */
import { z } from 'zod'
import { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import { OverrunPolicyWire } from '#features/contracts/wire.ts'
import { firstYear, lastYear } from '#features/cost-centres/rules.ts'
import { CentreStatusWire, CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, AmountMinorWire, CurrencyWire, lineWire, UuidWire } from '#kernel/wire.ts'

const terms = {
  /** Short name by which people know it; one of a company alone has it, in whatever case. */
  code: lineWire(20, 'Código requerido'),
  name: lineWire(120, 'Nombre requerido'),
  /** Currency of its budgets and of its orders; fixed once it has one of either. */
  currency: CurrencyWire,
  /** Null or absent: the company's. */
  overrunPolicy: OverrunPolicyWire.nullish(),
}

export const NewCentreWire = z.object({
  ...terms,
  /** Client whose orders it takes, for ever; null or absent for every client's. */
  clientId: UuidWire.nullish(),
})

const CentreParams = z.object({ costCentreId: UuidWire })
const revision = z.int().positive()
const reason = lineWire(500, 'Motivo requerido')
const SavedCentreWire = z.object({ id: z.string(), revision: z.int() })

export const CentreTermsWire = z.object({ revision, ...terms })

export const CentreBudgetWire = z.object({
  revision,
  year: z
    .int({ error: 'Año requerido' })
    .min(firstYear, `Año desde ${firstYear}`)
    .max(lastYear, `Año hasta ${lastYear}`),
  /** Null: the year has no limit. */
  totalMinor: AmountMinorWire.nullable(),
  reason,
})

export const CentreStatusChangeWire = z.object({ revision, status: CentreStatusWire, reason })

export const CentreDetailWire = CostCentreWire.extend({
  /** The centre's own policy; null where it follows the company's, and for whoever does not read the whole company. */
  ownPolicy: OverrunPolicyWire.nullable(),
  /** Years with a budget or with orders, newest first. */
  years: z.array(CentreYearWire),
  /** True once an order was charged to it. */
  isCharged: z.boolean(),
  /** Changes, newest first; empty for whoever does not read the whole company. */
  history: z.array(RecordedChangeWire),
  can: z.object({
    change: AbilityWire,
    setBudget: AbilityWire,
    deactivate: AbilityWire,
    activate: AbilityWire,
  }),
})
export type CentreDetailWire = z.infer<typeof CentreDetailWire>

export const getCostCentre = endpoint({
  id: 'getCostCentre',
  method: 'GET',
  path: '/api/cost-centres/:costCentreId',
  summary: 'One cost centre with its years, its history and what the person may do with it.',
  params: CentreParams,
  response: CentreDetailWire,
})

export const createCostCentre = endpoint({
  id: 'createCostCentre',
  method: 'POST',
  path: '/api/cost-centres',
  summary: 'Creates a cost centre of the company, or of one of its clients.',
  body: NewCentreWire,
  response: SavedCentreWire,
  refusals: ['company_suspended', 'client_inactive', 'code_taken'],
  idempotent: true,
})

export const changeCostCentre = endpoint({
  id: 'changeCostCentre',
  method: 'PUT',
  path: '/api/cost-centres/:costCentreId',
  summary: 'Changes a cost centre’s code, name, currency and policy.',
  params: CentreParams,
  body: CentreTermsWire,
  response: SavedCentreWire,
  refusals: ['company_suspended', 'stale_revision', 'code_taken', 'currency_charged', 'currency_budgeted'],
})

export const setCostCentreBudget = endpoint({
  id: 'setCostCentreBudget',
  method: 'POST',
  path: '/api/cost-centres/:costCentreId/budgets',
  summary: 'Sets, changes or takes away the budget of a year, with a reason that stays beside it.',
  params: CentreParams,
  body: CentreBudgetWire,
  response: SavedCentreWire,
  refusals: ['company_suspended', 'stale_revision', 'same_total', 'below_spent'],
  idempotent: true,
})

export const changeCostCentreStatus = endpoint({
  id: 'changeCostCentreStatus',
  method: 'POST',
  path: '/api/cost-centres/:costCentreId/status',
  summary: 'Deactivates a cost centre, which then takes no new orders, or activates it again.',
  params: CentreParams,
  body: CentreStatusChangeWire,
  response: SavedCentreWire,
  refusals: ['company_suspended', 'stale_revision', 'wrong_status'],
  idempotent: true,
})
