import { changeCentre, changeStatus, createCentre, setBudget } from '#features/cost-centres/commands.ts'
import { centreAbilities } from '#features/cost-centres/rules.ts'
import { centreAbility, centreWords } from '#features/cost-centres/text.ts'
import { centreChoices, centrePage } from '#features/cost-centres/views/list.ts'
import { readCentre } from '#features/cost-centres/views.ts'
import {
  changeCostCentre,
  changeCostCentreStatus,
  createCostCentre,
  getCostCentre,
  setCostCentreBudget,
} from '#features/cost-centres/wire/calls.ts'
import { listCentreChoices } from '#features/cost-centres/wire/choices.ts'
import { listCostCentres } from '#features/cost-centres/wire/list.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const costCentreRoutes: readonly Route[] = [
  read(listCostCentres, async (tx, actor, { query }) => ({
    ...(await centrePage(tx, actor, query)),
    can: { create: centreAbility(centreAbilities(actor).create) },
  })),
  read(listCentreChoices, async (tx, actor, { query }) => ({ items: await centreChoices(tx, actor, query) })),
  read(getCostCentre, (tx, actor, { params }) => readCentre(tx, actor, params.costCentreId)),
  write(createCostCentre, centreWords, (tx, actor, { body }) => createCentre(tx, actor, body)),
  write(changeCostCentre, centreWords, (tx, actor, { params, body }) =>
    changeCentre(tx, actor, params.costCentreId, body),
  ),
  write(setCostCentreBudget, centreWords, (tx, actor, { params, body }) =>
    setBudget(tx, actor, params.costCentreId, body),
  ),
  write(changeCostCentreStatus, centreWords, (tx, actor, { params, body }) =>
    changeStatus(tx, actor, params.costCentreId, body),
  ),
]
