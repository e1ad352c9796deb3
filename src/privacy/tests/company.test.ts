// A company that leaves: everything it has is handed over, and then nothing of it is left, while others lose nothing.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { exportCompany } from '#privacy/export-company.ts'
import { removeCompany } from '#privacy/remove-company.ts'
import { sql } from '#server/database/sql.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { temporaryFolder } from '#tests/support/server.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
const folder = temporaryFolder()
const files = new BlobFolder(path.join(folder, 'files'))
beforeAll(async () => {
  app = await startWhole()
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

/** A company with an order in a batch, and with a file. */
async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  await payFrom(app, cast)
  const orders = ordersOf(app, cast)
  const ids = [await orders.approved(), await orders.approved()]
  await batchesOf(app, cast, () => ids).made()
  await orders.submit()
  const fileId = newId()
  await files.place(cast.companyId, fileId, async at => fs.writeFileSync(at, name))
  const { userId } = await app.tokens.verifyAccessToken(cast.client)
  await app.tamper(sql`insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
    values (${cast.companyId}, ${fileId}, 'factura.txt', 'text/plain', ${name.length}, ${sha256(name)}, ${userId}, now())`)
  return { ...cast, fileId }
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const url = () => z.string().parse(app.owner.pool.options.connectionString)
const remove = (companyId: string, isApplied = true) =>
  removeCompany({ url: url(), owner: app.owner, files, companyId, isApplied, now: new Date() })
const suspend = (companyId: string) =>
  app.tamper(sql`update company set status = 'suspended' where company_id = ${companyId}`)

const Exported = z.object({
  name: z.string(),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), sha256: z.string() })),
})

test('a company is handed over whole: every row, every file, each with its digest, and no secret', async () => {
  const { companyId, fileId } = await makeWorld('entrega')
  await makeWorld('vecina')
  await sealEvents(app.db)
  const exported = await exportCompany({
    url: url(),
    files,
    into: path.join(folder, 'out'),
    companyId,
    now: new Date(),
  })
  const out = exported?.folder ?? ''
  expect(exported).toMatchObject({ name: 'entrega', files: 1, lacking: [] })
  expect(fs.readFileSync(path.join(out, 'files', companyId, fileId), 'utf8')).toBe('entrega')

  const { name, tables } = Exported.parse(JSON.parse(fs.readFileSync(path.join(out, 'company.json'), 'utf8')))
  expect(name).toBe('entrega')
  for (const { table, rows, sha256: digest } of tables) {
    const text = fs.readFileSync(path.join(out, 'tables', `${table}.ndjson`), 'utf8')
    expect([table, sha256(text), text.split('\n').length - 1]).toEqual([table, digest, rows])
    expect([table, /vecina|"sealed|password_hash/.test(text)]).toEqual([table, false])
  }
  const rowsOf = (table: string) => tables.find(found => found.table === table)?.rows
  const inDatabase = await app.owner.run<{ orders: number; events: number; people: number }>(sql`
    select (select count(*)::int from document where company_id = ${companyId}) as orders,
      (select count(*)::int from event where company_id = ${companyId}) as events,
      (select count(*)::int from account_company where company = ${companyId}) as people`)
  expect([{ orders: rowsOf('document'), events: rowsOf('event'), people: rowsOf('people') }]).toEqual(
    inDatabase,
  )
  expect(await exportCompany({ url: url(), files, into: folder, companyId: newId(), now: new Date() })).toBe(
    null,
  )
})

test('a suspended company is removed with all that it has, and the others keep every row', async () => {
  const leaving = await makeWorld('sale')
  const staying = await makeWorld('queda')
  // Somebody of both, who stays.
  const [both = ''] = staying.approverIds
  await app.tamper(sql`insert into account_company (user_id, company) values (${both}, ${leaving.companyId})`)
  await app.tamper(sql`insert into member (company_id, user_id, active, created_at)
    values (${leaving.companyId}, ${both}, true, now())`)
  await sealEvents(app.db)
  expect(await remove(leaving.companyId)).toMatchObject({ refused: 'not_suspended' })
  await suspend(leaving.companyId)
  const before = await app.digests(staying.companyId)
  const all = await app.digests()

  const foreseen = await remove(leaving.companyId, false)
  expect(await app.digests()).toEqual(all)
  const removed = await remove(leaving.companyId)
  expect(removed).toEqual(foreseen)
  if (isRefusal(removed)) throw new Error(removed.refused)
  expect(removed).toMatchObject({ name: 'sale', files: 1, rows: { document: 3, payment_batch_order: 2 } })
  expect(removed.people).toBeGreaterThan(3)

  const left = Object.entries(await app.digests(leaving.companyId)).filter(
    ([, digest]) => !digest.startsWith('0 rows'),
  )
  expect(left).toEqual([])
  expect(await app.digests(staying.companyId)).toEqual(before)
  expect(await files.open(leaving.companyId, leaving.fileId)).toBe(null)
  const stays = await files.open(staying.companyId, staying.fileId)
  expect(stays).not.toBe(null)
  await stays?.close()
  const named = await app.owner.run<{ name: string }>(sql`
    select name from account where email like '%.sale@pruebas.example'`)
  expect(named).toEqual([])
  const [shared] = await app.owner.run<{ name: string }>(sql`select name from account where id = ${both}`)
  expect(shared?.name).toBe('Aprobador 0')
  expect(await brokenInvariants(app)).toEqual({})
  expect(await remove(leaving.companyId)).toMatchObject({ refused: 'no_such_company' })
})
