// Companies with contracts and projects in a currency that is not theirs.
import type { TestApp } from '#tests/support/app.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { scene } from '#tests/support/flows.ts'

/** A company with a project in dollars beside that in euros. */
export async function sceneInDollars(app: TestApp, name: string) {
  const made = await scene(app, name)
  const { cast, person, ask } = made
  const dora = await person('dora')
  const contractId = await cast.make('/api/contracts', {
    type: 'proveedor',
    clientId: cast.clientId,
    providerId: cast.providerId,
    description: 'En dólares',
    totalMinor: '100000000',
    currency: 'USD',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
  })
  const projectId = await cast.make('/api/projects', {
    name: 'Obra en dólares',
    clientId: cast.clientId,
    totalMinor: '100000000',
    contractIds: [contractId],
    approverIds: cast.approverIds,
    executorIds: [cast.executorId],
  })
  const enter = (rate: string, holdsFrom: string = dayFromToday(), over: object = {}, as = cast.admin) =>
    ask('/api/exchange-rates', 'POST', { currency: 'USD', rate, holdsFrom, ...over }, as)
  const order = (over: object = {}) =>
    ask('/api/documents', 'POST', { ...cast.order, projectId, ...over }, cast.client)
  const basis = async (id: string): Promise<string[]> => {
    const { body } = await ask(`/api/projects/${projectId}/documents/${id}`)
    return body.stages.map((each: { basis: string }) => each.basis.replaceAll('\u00a0', ' '))
  }
  const preview = async (amountMinor: string, as = cast.client) =>
    (
      await ask(
        `/api/projects/${projectId}/route?amountMinor=${amountMinor}&providerId=${cast.providerId}`,
        'GET',
        undefined,
        as,
      )
    ).body
  return { ...made, dora, projectId, enter, order, basis, preview }
}
