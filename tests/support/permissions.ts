// Giving and taking permissions through HTTP, and what a person finds afterwards.
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/cast.ts'

export type Someone = { readonly id: string; readonly token: string }
type Answer = Awaited<ReturnType<TestApp['ask']>>

export const refusalOf = ({ status, body }: Answer) => [status, body.type]
export const refused = (kind: string) => [409, `/problems/${kind}`]

export function permissionsOf(app: TestApp, cast: Cast) {
  const put = (path: string, as: string | undefined, permissions: unknown) =>
    app.ask(path, { method: 'PUT', as, body: { permissions } })
  /** A new person of the cast's client, unless told otherwise, who holds nothing yet. */
  const someone = async (
    who: string,
    over: { role?: 'approver' | 'provider_user' } = {},
  ): Promise<Someone> => {
    const { role = 'client_user' } = over
    const belongs = {
      client_user: { clientId: cast.clientId },
      provider_user: { providerId: cast.providerId },
    }
    const options = { name: who, ...(role === 'approver' ? {} : belongs[role]) }
    const id = await app.person(cast.companyId, role, cast.address(who), options)
    return { id, token: await app.signIn(cast.address(who)) }
  }
  const change = (
    userId: string,
    permissions: readonly Permission[],
    as: string | undefined = cast.admin,
    projectId = cast.projectId,
  ) => put(`/api/projects/${projectId}/permissions/${userId}`, as, permissions)
  const everywhere = (userId: string, permissions: readonly GlobalPermission[], as = cast.admin) =>
    put(`/api/people/${userId}/permissions`, as, permissions)
  const sees = async (as: string | undefined, projectId = cast.projectId) =>
    (await app.ask(`/api/projects/${projectId}`, { as })).status === 200
  const makeProject = (over: object = {}) =>
    cast.make('/api/projects', {
      name: 'Nave',
      clientId: cast.clientId,
      totalMinor: '5000',
      contractIds: [cast.payable],
      approverIds: cast.approverIds,
      executorIds: [cast.executorId],
      ...over,
    })
  return { put, someone, change, everywhere, sees, makeProject }
}
