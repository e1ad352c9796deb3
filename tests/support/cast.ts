// A company in which orders can be made: its people, a client, a provider, contracts and a project.
import { savedLists } from '#app/saved-lists.ts'
import { appointmentRoutes } from '#features/appointments/api.ts'
import { enterRateRoutes } from '#features/approvals/api/exchange-rates.ts'
import { approvalRoutes } from '#features/approvals/api.ts'
import { auditRoutes } from '#features/audit/api.ts'
import { clientRoutes } from '#features/clients/api.ts'
import { commentRoutes } from '#features/comments/api.ts'
import { companyRoutes } from '#features/companies/api.ts'
import { contractRoutes } from '#features/contracts/api.ts'
import { costCentreRoutes } from '#features/cost-centres/api.ts'
import { delegationRoutes } from '#features/delegations/api.ts'
import { documentRoutes } from '#features/documents/api.ts'
import { exchangeRateRoutes } from '#features/exchange-rates/api.ts'
import { batchRoutes } from '#features/executions/api/batches.ts'
import { executionRoutes } from '#features/executions/api.ts'
import { fileRoutes } from '#features/files/api.ts'
import { flowRoutes } from '#features/flows/api.ts'
import type { Identity } from '#features/identity/api.ts'
import { sendingRoutes } from '#features/invoices/api/sending.ts'
import { noticeRoutes } from '#features/notices/api.ts'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { projectRoutes } from '#features/projects/api.ts'
import { providerRoutes } from '#features/providers/api.ts'
import { recurrenceRoutes } from '#features/recurrences/api.ts'
import { reportRoutes } from '#features/reports/api.ts'
import { savedViewRoutes } from '#features/saved-views/api.ts'
import { simulationRoutes } from '#features/simulation/api.ts'
import { stepUpRoutes } from '#features/step-up/api.ts'
import type { Route } from '#server/http/route.ts'
import type { Drawing } from '#server/pictures/pictures.ts'
import { type AppSettings, type Mount, secret, startApp, type TestApp } from '#tests/support/app.ts'
import { dayFromToday } from '#tests/support/days.ts'

type Also = {
  readonly mount?: Mount
  readonly pictures?: Drawing
  readonly routes?: readonly Route[]
  /** Routes that need what keeps accounts. */
  readonly ownRoutes?: (identity: Identity) => readonly Route[]
  readonly settings?: AppSettings
}

export const noPictures: Drawing = { of: async () => null }

/** `mount` adds what is not an endpoint, before the program starts to listen; `routes`, what keeps something of its own. */
export const startProduct = (also: Also = {}) =>
  startApp(
    (invite, identity) => [
      ...companyRoutes,
      ...peopleRoutes(invite),
      ...savedViewRoutes(savedLists),
      ...clientRoutes(invite),
      ...providerRoutes,
      ...contractRoutes,
      ...costCentreRoutes,
      ...exchangeRateRoutes,
      ...enterRateRoutes,
      ...stepUpRoutes,
      ...projectRoutes,
      ...delegationRoutes,
      ...documentRoutes,
      ...flowRoutes,
      ...approvalRoutes,
      ...sendingRoutes,
      ...appointmentRoutes,
      ...offboardingRoutes,
      ...simulationRoutes,
      ...recurrenceRoutes,
      ...commentRoutes,
      ...executionRoutes,
      ...batchRoutes(secret),
      ...noticeRoutes,
      ...auditRoutes,
      ...reportRoutes,
      ...fileRoutes(secret, also.pictures ?? noPictures),
      ...(also.routes ?? []),
      ...(also.ownRoutes?.(identity) ?? []),
    ],
    also.mount,
    also.settings,
  )

export type Cast = Awaited<ReturnType<typeof makeCast>>

export type CastOptions = {
  readonly approvers?: number
  readonly total?: string
  readonly overrunPolicy?: 'avisar' | 'requiere_aprobacion' | 'bloquear'
  /** A second client with its own people and things in a company that there is. */
  readonly companyId?: string
}

/** Everything through the API, as an administrator would; `name` keeps e-mail addresses apart. */
export async function makeCast(app: TestApp, name: string, options: CastOptions = {}) {
  const people = await makePeople(app, name, options)
  const things = await makeThings(name, people, options)
  const { projectId, providerId } = things
  // Tests make the same order again and again, and say why.
  const duplicateReason = 'Son entregas distintas'
  const order = {
    projectId,
    type: 'gasto',
    name: 'Cemento',
    providerId,
    amountMinor: '10000',
    duplicateReason,
  }
  return { ...people, ...things, order }
}

async function makePeople(
  app: TestApp,
  name: string,
  { approvers: approverCount = 2, ...given }: CastOptions,
) {
  const companyId = given.companyId ?? (await app.company('enterprise', name))
  const address = (who: string) => `${who}.${name}@pruebas.example`
  await app.person(companyId, 'admin', address('admin'), { name: 'Elena', lastName: 'Admin' })
  const admin = await app.signIn(address('admin'))
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await app.ask(path, { method: 'POST', body, as: admin })
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const clientId = await make('/api/clients', {
    name: `Cliente ${name}`,
    email: address('cliente'),
  })
  const approverIds: string[] = []
  const approvers: string[] = []
  for (let index = 0; index < approverCount; index++) {
    const email = address(`aprueba${index}`)
    approverIds.push(await app.person(companyId, 'approver', email, { name: `Aprobador ${index}` }))
    approvers.push(await app.signIn(email))
  }
  const executorId = await app.person(companyId, 'approver', address('ejecuta'), { name: 'Tesorería' })
  const client = await app.accept(address('cliente'))
  const executor = await app.signIn(address('ejecuta'))
  return { companyId, address, make, admin, clientId, client, approverIds, approvers, executorId, executor }
}

type People = Awaited<ReturnType<typeof makePeople>>

async function makeThings(
  name: string,
  { make, clientId, approverIds, executorId }: People,
  { total: totalMinor = '100000000', overrunPolicy = 'avisar' }: CastOptions,
) {
  const providerId = await make('/api/providers', { name: `Proveedor ${name}`, clientIds: [clientId] })
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const contract = { ...dates, clientId, totalMinor, currency: 'EUR', overrunPolicy }
  const payable = await make('/api/contracts', {
    ...contract,
    type: 'proveedor',
    providerId,
    description: 'Se paga',
  })
  const billable = await make('/api/contracts', { ...contract, type: 'cliente', description: 'Se factura' })
  const projectId = await make('/api/projects', {
    name: 'Obra',
    clientId,
    totalMinor,
    contractIds: [billable, payable],
    approverIds,
    executorIds: [executorId],
  })
  return { providerId, payable, billable, projectId }
}

/** A project in which these people approve, so that they know one another. */
export const shareProject = (
  { make, clientId, billable, payable }: Pick<Cast, 'make' | 'clientId' | 'billable' | 'payable'>,
  approverIds: readonly string[],
): Promise<string> =>
  make('/api/projects', {
    name: 'Común',
    clientId,
    totalMinor: '1000',
    contractIds: [billable, payable],
    approverIds,
    executorIds: [],
  })

/** The moves of an order's life, by people of the cast. */
export function ordersOf(app: TestApp, cast: Cast) {
  const post = (path: string, as: string | undefined, body: object, key?: string) =>
    app.ask(path, { method: 'POST', as, body, ...(key ? { key } : {}) })
  const submit = async (over: object = {}): Promise<string> => {
    const answer = await post('/api/documents', cast.client, { ...cast.order, ...over })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.id
  }
  const decide = (
    id: string,
    as: string | undefined,
    decision = 'approve',
    over: object = {},
    key?: string,
  ) => post(`/api/documents/${id}/decision`, as, { revision: 1, decision, ...over }, key)
  const confirm = (id: string, as: string | undefined, over: object = {}, key?: string) =>
    post(
      `/api/documents/${id}/execution`,
      as,
      { revision: 1, executedOn: dayFromToday(), reference: 'TRF-1', ...over },
      key,
    )
  const approved = async (over: object = {}): Promise<string> => {
    const id = await submit(over)
    for (const approver of cast.approvers) await decide(id, approver)
    return id
  }
  /** The bank sends the payment of an order back. */
  const giveBack = (id: string, as: string | undefined, over: object = {}) =>
    post(`/api/documents/${id}/execution/return`, as, {
      revision: 1,
      payment: 1,
      attempt: 1,
      returnedOn: dayFromToday(),
      reason: 'Cuenta cerrada',
      ...over,
    })
  const cancel = (id: string, as: string | undefined = cast.admin) =>
    post(`/api/documents/${id}/cancellation`, as, { revision: 1, reason: 'No hace falta' })
  const undo = (id: string, as: string | undefined) =>
    post(`/api/documents/${id}/undoing`, as, { revision: 1 })
  const card = async (id: string, as = cast.client) =>
    (await app.ask(`/api/projects/${cast.projectId}/documents/${id}`, { as })).body
  const balance = async (contractId = cast.payable) => {
    const { body } = await app.ask(`/api/contracts/${contractId}`, { as: cast.admin })
    const { total, requested, committed, used } = body.balance
    return [total, requested, committed, used].map(amount => Number(amount.minor))
  }
  return { post, submit, decide, confirm, approved, giveBack, cancel, undo, card, balance }
}
