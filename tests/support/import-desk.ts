// An administrator with a file: it is brought, its columns are as its headings say, its rows are checked and imported.
import { expect } from 'vitest'
import { workOnImports } from '#features/imports/commands/work.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast } from '#tests/support/cast.ts'

export type ImportDesk = ReturnType<typeof importDesk>

/** `admin`: session of whoever imports. */
export function importDesk(app: TestApp, admin: string) {
  const parts = { invite: async () => {} }
  const work = () => workOnImports(app.db, parts)
  const get = async (path: string, as = admin) => (await app.ask(`/api/imports${path}`, { as })).body
  const post = (path: string, body: object, as = admin) =>
    app.ask(`/api/imports${path}`, { method: 'POST', as, body })
  const rowsIn = async (id: string, state: string) =>
    (await get(`/${id}/rows?state=${state}&limit=100`)).items

  async function checked(kind: string, file: string | Uint8Array) {
    const content = Buffer.from(file).toString('base64')
    const brought = await post('', { kind, fileName: 'lista.csv', content })
    expect(brought.status).toBe(200)
    const { id } = brought.body
    const { columns, revision } = await get(`/${id}`)
    const body = { columns, revision }
    const chosen = await app.ask(`/api/imports/${id}/columns`, { method: 'PUT', as: admin, body })
    expect(chosen.status).toBe(200)
    await work()
    const found = await get(`/${id}`)
    expect(found.state).toBe('checked')
    return { id, ...found }
  }

  const start = (id: string, revision: number, as = admin) =>
    post(`/${id}/start`, { places: null, revision }, as)

  async function imported(kind: string, file: string | Uint8Array) {
    const { id, revision } = await checked(kind, file)
    expect((await start(id, revision)).status).toBe(200)
    await work()
    return { id, ...(await get(`/${id}`)) }
  }

  /** Id of the first thing of a list that the words find. */
  const idIn = async (list: string, q: string) =>
    (await app.ask(`/api/${list}?q=${encodeURIComponent(q)}`, { as: admin })).body.items[0]?.id

  return { get, post, idIn, rowsIn, checked, start, imported, work }
}

export const lines = (...rows: readonly (readonly string[])[]): string =>
  rows.map(cells => cells.join(';')).join('\n')

/** Fields that each refused row complains of, in the order of its faults. */
export const faultFields = (rows: readonly { faults: readonly { field: string | null }[] }[]) =>
  rows.map(({ faults }) => faults.map(({ field }) => field))

let companies = 0

/** A company whose administrator imports; its name begins with this word. */
export async function importingCompany(app: TestApp, word: string, options: CastOptions = {}) {
  companies += 1
  const name = `${word}${companies}`
  const cast = await makeCast(app, name, { approvers: 1, ...options })
  const adminId = await app.accountOf(cast.address('admin'))
  return { name, cast, adminId, desk: importDesk(app, cast.admin) }
}
