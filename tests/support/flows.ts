// A company with a flow of its own, and people whom no project names.
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast, ordersOf } from '#tests/support/cast.ts'

export const euros = (minor: string) => ({ minor, currency: 'EUR' })

type StageOver = {
  name?: string
  turn?: number
  mode?: string
  quorum?: number | null
  approvers: object
  deputy?: object
}
export const stage = (over: StageOver) => ({ name: 'Dirección', turn: 1, mode: 'any', quorum: null, ...over })
export const users = (...userIds: string[]) => ({ kind: 'users', userIds })
export const rule = (stages: object[], conditions: object = {}, name = 'Pagos grandes') => ({
  id: newId(),
  name,
  conditions,
  stages,
})

/** A company with people of the company beside those of the project, and its flow. */
export async function scene(app: TestApp, name: string, options: CastOptions = {}) {
  const cast = await makeCast(app, name, options)
  const orders = ordersOf(app, cast)
  const person = async (who: string, role: 'approver' | 'client_user' = 'approver', clientId?: string) => {
    const email = `${who}.${name}@pruebas.example`
    const id = await app.person(cast.companyId, role, email, { name: who, ...(clientId ? { clientId } : {}) })
    return { id, token: await app.signIn(email), name: who }
  }
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  const ask = (path: string, method: Method = 'GET', body?: object, as = cast.admin) =>
    app.ask(path, { method, as, ...(body ? { body } : {}) })
  const publish = async (...rules: object[]) => {
    const draft = (await ask('/api/flows')).body.draft
    const saved = await ask('/api/flows/draft', 'PUT', { revision: draft?.revision ?? null, rules })
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    return ask('/api/flows/publications', 'POST', { revision: saved.body.revision, note: 'Por norma' })
  }
  const inbox = async (as: string) =>
    (await ask('/api/approvals/pending', 'GET', undefined, as)).body.items.map(
      (item: { document: { id: string } }) => item.document.id,
    )
  return { cast, orders, person, ask, publish, inbox }
}

export const statusAndType = ({ status, body }: { status: number; body: { type?: string } }) => [
  status,
  body.type,
]
