/** Queries and mutations of the platform that the browser makes. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type {
  companyList,
  contractFiguresList,
  customerList,
  orderFlowList,
  userList,
} from '#features/platform/list.ts'
import {
  changePlan,
  changeStatus,
  createCompany,
  exportCompanies,
  getSummary,
  listCompanies,
  listOrganisations,
} from '#features/platform/wire/companies.ts'
import {
  exportContractFigures,
  getContractFigures,
  listContractFigures,
} from '#features/platform/wire/contracts.ts'
import { CreatedUserWire, type NewUser } from '#features/platform/wire/create-user.ts'
import { listStuckMails, retryMail } from '#features/platform/wire/mails.ts'
import { exportCustomers, getRevenue, listCustomers } from '#features/platform/wire/monetization.ts'
import { exportOrderFlows, getOrderFlow, listOrderFlows } from '#features/platform/wire/order-flows.ts'
import { activateUser, exportUsers, listUsers, removeSecondFactor } from '#features/platform/wire/users.ts'
import type { Role } from '#kernel/actor.ts'
import type { BodyOf, ParamsOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem, call, callHeaders, NetworkProblem } from '#ui/api.ts'
import { useTyped } from '#ui/fields/choice.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

type CompanyFilter = ListFilter<typeof companyList>

export const companiesQuery = (filter: CompanyFilter) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'companies', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCompanies, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

type Format = { format: 'csv' | 'xlsx' }

export const exportCompanyList = ({ body }: { body: CompanyFilter & Format }) =>
  call(exportCompanies, { body })

/** Companies to choose from: the first page, or those that the typed text finds. */
export function useCompaniesToChoose() {
  const [typed, search] = useTyped()
  const { data, isPending, isError } = useQuery({
    queryKey: ['platform', 'companies', 'choice', typed],
    queryFn: ({ signal }) => call(listCompanies, { query: { q: typed }, signal }),
    placeholderData: keepPreviousData,
  })
  return { items: data?.items ?? [], search, isPending, isError }
}

export const organisationsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['platform', 'organisations', companyId],
    queryFn: ({ signal }) => call(listOrganisations, { params: { companyId }, signal }),
  })

type UserFilter = ListFilter<typeof userList>

export const usersQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'users', filter],
    queryFn: ({ pageParam, signal }) => call(listUsers, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const exportUserList = ({ body }: { body: UserFilter & Format }) => call(exportUsers, { body })

type OrderFlowFilter = ListFilter<typeof orderFlowList>

export const orderFlowsQuery = (filter: OrderFlowFilter) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'order-flows', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listOrderFlows, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const exportOrderFlowList = ({ body }: { body: OrderFlowFilter & Format }) =>
  call(exportOrderFlows, { body })

export const orderFlowQuery = (params: ParamsOf<typeof getOrderFlow>) =>
  queryOptions({
    queryKey: ['platform', 'order-flow', params],
    queryFn: ({ signal }) => call(getOrderFlow, { params, signal }),
  })

type ContractFiguresFilter = ListFilter<typeof contractFiguresList>

export const contractFiguresQuery = (filter: ContractFiguresFilter) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'contracts', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listContractFigures, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const exportContractFiguresList = ({ body }: { body: ContractFiguresFilter & Format }) =>
  call(exportContractFigures, { body })

export const oneContractQuery = (params: ParamsOf<typeof getContractFigures>) =>
  queryOptions({
    queryKey: ['platform', 'contract', params],
    queryFn: ({ signal }) => call(getContractFigures, { params, signal }),
  })

export const revenueQuery = queryOptions({
  queryKey: ['platform', 'revenue'],
  queryFn: ({ signal }) => call(getRevenue, { signal }),
})

type CustomerFilter = ListFilter<typeof customerList>

export const customersQuery = (filter: CustomerFilter) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'customers', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCustomers, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const exportCustomerList = ({ body }: { body: CustomerFilter & Format }) =>
  call(exportCustomers, { body })

export const summaryQuery = queryOptions({
  queryKey: ['platform', 'summary'],
  queryFn: ({ signal }) => call(getSummary, { signal }),
})

export const mailsQuery = queryOptions({
  queryKey: ['platform', 'mails'],
  queryFn: ({ signal }) => call(listStuckMails, { signal }),
})

/** Invalidates everything of the platform: people, companies and figures depend on each other. */
const changed = () => void queryClient.invalidateQueries({ queryKey: ['platform'] })

export const createCompanyMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof createCompany>) => call(createCompany, { body }),
  onSuccess: changed,
})

export const changePlanMutation = mutationOptions({
  mutationFn: ({ companyId, body }: { companyId: string; body: BodyOf<typeof changePlan> }) =>
    call(changePlan, { params: { companyId }, body }),
  onSuccess: changed,
})

export const changeStatusMutation = mutationOptions({
  mutationFn: ({ companyId, body }: { companyId: string; body: BodyOf<typeof changeStatus> }) =>
    call(changeStatus, { params: { companyId }, body }),
  onSuccess: changed,
})

export const activateUserMutation = mutationOptions({
  mutationFn: ({ userId, body }: { userId: string; body: BodyOf<typeof activateUser> }) =>
    call(activateUser, { params: { userId }, body }),
  onSuccess: changed,
})

export const removeSecondFactorMutation = mutationOptions({
  mutationFn: (userId: string) => call(removeSecondFactor, { params: { userId } }),
  onSuccess: changed,
})

export const retryMailMutation = mutationOptions({
  mutationFn: (mailId: string) => call(retryMail, { params: { mailId } }),
  onSuccess: changed,
})

export type ProfileEdit = { name?: string; email?: string; role?: Role } | { active: boolean }

/** Change of a profile, on the wire of the official client. */
export const editProfileMutation = mutationOptions({
  mutationFn: async ({ id, edit }: { id: string; edit: ProfileEdit }) => {
    const headers = { 'content-profile': 'public' }
    await send(`/rest/v1/profiles?id=eq.${id}`, { method: 'PATCH', headers, body: edit })
  },
  onSuccess: changed,
})

/** New user, by the function of the official client. */
export const createUserMutation = mutationOptions({
  mutationFn: async (user: NewUser) => {
    const answer = await send('/functions/v1/create-user', { method: 'POST', headers: {}, body: user })
    return CreatedUserWire.parse(await answer.json())
  },
  onSuccess: changed,
})

/** Public key that the wire of the official client requires; not a secret. */
const publicKey = 'sb_publishable_visto_bueno'

type Sent = { method: string; headers: Record<string, string>; body: object }

async function send(path: string, { method, headers, body }: Sent): Promise<Response> {
  const own = { ...(await callHeaders()), apikey: publicKey, 'content-type': 'application/json' }
  const answer = await fetch(path, {
    method,
    headers: { ...own, ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new NetworkProblem('No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.')
  })
  if (answer.ok) return answer
  const title = saidIn(await answer.json().catch(() => null))
  throw new ApiProblem({ type: problemType('profiles'), title, status: answer.status })
}

/** Text of a failed answer: `message` for a profile, `error` for a new user. */
function saidIn(answer: unknown): string {
  const found = ['message', 'error'].flatMap(name => {
    const text: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null
    return typeof text === 'string' ? [text] : []
  })
  return found[0] ?? ''
}
