// Two providers that are one payee, and the calls that merge them.
import { expect } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'

/** A company, its provider with a contract, and a second one with a tax id. */
export async function beginMerging(app: TestApp, name: string, over: object) {
  const cast = await makeCast(app, name, { approvers: 1 })
  const orders = ordersOf(app, cast)
  const twin = await cast.make('/api/providers', { name: 'Gemelo SL', taxId: 'B12345674', ...over })
  const ask = (path: string, as: string | undefined = cast.admin) => app.ask(path, { as })
  const preview = async (from: string, into: string, as = cast.admin) => {
    const { status, body } = await ask(`/api/providers/${from}/merge-into/${into}`, as)
    return status === 200 ? body : expect.fail(JSON.stringify(body))
  }
  const merge = async (
    from = cast.providerId,
    into = twin,
    as: string | undefined = cast.admin,
    seen?: string,
  ) =>
    app.ask(`/api/providers/${from}/merge-into/${into}`, {
      method: 'POST',
      as,
      key: newId(),
      body: { seen: seen ?? (await preview(from, into)).version },
    })
  const merged = async () => {
    const answer = await merge()
    expect([answer.status, answer.body]).toEqual([200, { id: twin }])
  }
  const contract = (description: string) => {
    const { clientId, providerId } = cast
    const terms = { totalMinor: '1000', currency: 'EUR', startsOn: '2020-01-01', endsOn: '2090-12-31' }
    const body = { type: 'proveedor', clientId, providerId, description, ...terms }
    return app.ask('/api/contracts', { method: 'POST', as: cast.admin, key: newId(), body })
  }
  const ids = async (path: string, as = cast.admin): Promise<string[]> =>
    (await ask(path, as)).body.items.map((item: { id: string }) => item.id)
  return { cast, orders, twin, ask, preview, merge, merged, contract, ids }
}
