/** Cost centres of Grupo Miramar: one of a client, with a budget of this year, and one of the whole company without. */
import type { DemoHistory } from '#demo/history.ts'
import { createCentre, setBudget } from '#features/cost-centres/commands.ts'
import { unlessRefused } from '#features/samples/commands/history.ts'
import type { Actor } from '#kernel/actor.ts'

/** Makes the centres, and returns the one of the oil mill. */
export async function makeCentres(history: DemoHistory, admin: Actor, olivar: string): Promise<string> {
  const tx = history.before(110)
  const terms = { currency: history.currency, overrunPolicy: null }
  const mill = unlessRefused(
    await createCentre(tx, admin, { ...terms, code: 'ALM-01', name: 'Almazara nueva', clientId: olivar }),
  )
  unlessRefused(await createCentre(tx, admin, { ...terms, code: 'GEN', name: 'Gastos generales' }))
  const year = Number(history.dayIn(0).slice(0, 4))
  const budget = { revision: mill.revision, year, totalMinor: '40000000', reason: 'Presupuesto de la obra' }
  unlessRefused(await setBudget(tx, admin, mill.id, budget))
  return mill.id
}
