// A company with cost centres, and orders that are charged to them.
import type { TestApp } from '#tests/support/app.ts'
import type { CastOptions } from '#tests/support/cast.ts'
import { scene } from '#tests/support/flows.ts'

type NewCentre = { code: string; overrunPolicy?: string | null; clientId?: string | null; currency?: string }

export async function centresIn(app: TestApp, name: string, options: CastOptions = {}) {
  const made = await scene(app, name, { approvers: 1, ...options })
  const { cast, ask, orders } = made
  /** Makes a centre of the client unless another is given, with a budget of this year where one is given. */
  const centre = async ({ code, ...over }: NewCentre, totalMinor?: string): Promise<string> => {
    const body = { code, name: `Centro ${code}`, currency: 'EUR', clientId: cast.clientId, ...over }
    const answer = await ask('/api/cost-centres', 'POST', body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    if (totalMinor) await budget(answer.body.id, totalMinor)
    return answer.body.id
  }
  const detail = async (id: string) => (await ask(`/api/cost-centres/${id}`)).body
  const budget = async (id: string, totalMinor: string | null, over: object = {}) => {
    const { revision, thisYear } = await detail(id)
    const body = { revision, year: thisYear.year, totalMinor, reason: 'Presupuesto', ...over }
    return ask(`/api/cost-centres/${id}/budgets`, 'POST', body)
  }
  const change = async (id: string, over: object) => {
    const { revision, code, name, currency, ownPolicy } = await detail(id)
    const body = { revision, code, name, currency, overrunPolicy: ownPolicy, ...over }
    return ask(`/api/cost-centres/${id}`, 'PUT', body)
  }
  const setStatus = async (id: string, status: string) => {
    const { revision } = await detail(id)
    return ask(`/api/cost-centres/${id}/status`, 'POST', { revision, status, reason: 'Reorganización' })
  }
  /** Balance of the centre: amounts that this year's orders ask, have committed and have used. */
  const balance = async (id: string): Promise<number[]> => {
    const { requested, committed, used } = (await detail(id)).thisYear
    return [requested, committed, used].map(amount => Number(amount.minor))
  }
  const send = (over: object, as: string | undefined = cast.client) =>
    orders.post('/api/documents', as, { ...cast.order, ...over })
  return { ...made, centre, detail, budget, change, setStatus, balance, send }
}
