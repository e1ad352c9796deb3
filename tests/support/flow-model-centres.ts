// Cost centres of the company that is compared with the model of flows.
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { World } from '#tests/support/flow-model-words.ts'

/** Budget of the first centre; the second has none at first. */
export const firstBudget = 80

/** Two cost centres of the client, of their own for each run. */
export async function modelCentres(app: TestApp, cast: Cast, overrunPolicy: World['policy']) {
  const path = (id: string | undefined) => `/api/cost-centres/${id}`
  const read = async (id: string | undefined) => (await app.ask(path(id), { as: cast.admin })).body
  const terms = { name: 'Modelo', currency: 'EUR', clientId: cast.clientId, overrunPolicy }
  const make = () => cast.make('/api/cost-centres', { ...terms, code: newId().slice(-12) })
  const ids = [await make(), await make()]
  const setBudget = async (centre: 0 | 1, total: number | null): Promise<number> => {
    const { revision, thisYear } = await read(ids[centre])
    const totalMinor = total === null ? null : String(total)
    const body = { revision, year: thisYear.year, totalMinor, reason: 'Ajuste' }
    const answer = await app.ask(`${path(ids[centre])}/budgets`, { method: 'POST', as: cast.admin, body })
    return answer.status
  }
  /** Requested, committed and used of a centre's year. */
  const sums = async (centre: 0 | 1): Promise<number[]> => {
    const { requested, committed, used } = (await read(ids[centre])).thisYear
    return [requested, committed, used].map(({ minor }: { minor: string }) => Number(minor))
  }
  if ((await setBudget(0, firstBudget)) !== 200) throw new Error('the centre has no budget')
  return { ids, setBudget, sums }
}
