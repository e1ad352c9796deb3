// People who make API tokens, read their lists and revoke them.
import type { TestApp } from '#tests/support/app.ts'

export function tokenDesk(app: TestApp) {
  const wanted = { name: 'ERP', scopes: ['orders:read', 'orders:write'], days: 90 }
  const makeOwn = (as: string, over: object = {}) =>
    app.ask('/api/account/tokens', { method: 'POST', as, body: { ...wanted, ...over } })
  const makeService = (as: string, over: object = {}) =>
    app.ask('/api/company/tokens', { method: 'POST', as, body: { ...wanted, ...over } })
  const revoke = (as: string, id: string) => app.ask(`/api/tokens/${id}`, { method: 'DELETE', as })
  const orders = (as: string) => app.ask('/api/documents', { as })
  const ownList = async (as: string) => (await app.ask('/api/account/tokens', { as })).body
  const companyList = async (as: string) => (await app.ask('/api/company/tokens', { as })).body
  const kindsOf = async (companyId: string, id: string) =>
    (await app.journal(companyId, id)).map(event => event.action)
  return { wanted, makeOwn, makeService, revoke, orders, ownList, companyList, kindsOf }
}
