import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

async function fileOf(email: string, companyId: string): Promise<string> {
  const id = newId()
  await app.tamper(sql`
    insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
    select ${companyId}, ${id}, 'firmado.pdf', 'application/pdf', 9, repeat('a', 64), a.id, now()
    from account a where a.email = ${email}`)
  return id
}

test('files of a contract are hung and taken off by the administration that sent them, and opened by who sees the contract', async () => {
  const cast = await makeCast(app, 'adjuntos')
  const foreign = await makeCast(app, 'fuera')
  const path = `/api/contracts/${cast.payable}`
  const attachments = async (as: string | undefined) =>
    (await app.ask(`${path}/dossier`, { as })).body.attachments
  const fileId = await fileOf(cast.address('admin'), cast.companyId)
  const others = await fileOf(cast.address('cliente'), cast.companyId)
  const attach = (id: string, as: string | undefined = cast.admin) =>
    app.ask(`${path}/attachments`, { method: 'POST', as, body: { fileId: id } })
  const detach = (id: string, as: string | undefined = cast.admin) =>
    app.ask(`${path}/attachments/${id}`, { method: 'DELETE', as })
  const opens = async (as?: string) => (await app.ask(`/api/files/${fileId}/link`, { as })).status

  expect((await attach(fileId, cast.client)).status).toBe(403)
  for (const id of [others, newId(), await fileOf(foreign.address('admin'), foreign.companyId)])
    expect((await attach(id)).body.type).toBe('/problems/file_not_yours')
  expect(await opens(cast.client)).toBe(404)
  const twice = await Promise.all([attach(fileId), attach(fileId)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect(await attachments(cast.client)).toMatchObject([{ fileId, name: 'firmado.pdf' }])
  expect(await opens(cast.client)).toBe(200)
  await app.person(cast.companyId, 'approver', cast.address('nadie'))
  const nobody = await app.signIn(cast.address('nadie'))
  // Executors of a project see its contract, and so the contract's files.
  for (const [as, status] of [
    [cast.executor, 200],
    [nobody, 404],
    [foreign.admin, 404],
  ] as const) {
    expect(await opens(as)).toBe(status)
  }
  expect((await detach(fileId, cast.client)).status).toBe(403)
  expect((await detach(fileId, '')).status).toBe(401)
  expect((await detach(others)).status).toBe(404)
  expect((await detach(fileId)).status).toBe(200)
  expect(await attachments(cast.admin)).toEqual([])
  const actions = (await app.journal(cast.companyId, cast.payable)).map(({ action }) => action)
  expect(actions).toEqual(['contract.created', 'contract.file_added', 'contract.file_removed'])
})
