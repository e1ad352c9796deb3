// Each entry of the journal says which thing it is about, by the name that a person knows, and leads to its page.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDemo } from '#demo/demo.ts'
import { demoPassword } from '#demo/password.ts'
import { factName } from '#features/audit/text/fact-names.ts'
import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { maxFileBytes, storedMediaTypes } from '#features/files/wire.ts'
import type { ObjectType, Snapshot } from '#kernel/fact.ts'
import { newId } from '#kernel/ids.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { fileStore } from '#server/files/file-store.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-journal-'))
let app: WholeProduct
let admin: string | undefined
let auditor: string | undefined
let companyId = ''

beforeAll(async () => {
  app = await startWhole()
  const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: storedMediaTypes })
  await buildDemo({ db: app.db, passwords: app.passwords, files })
  admin = await app.signIn('empresa@demo.example', demoPassword)
  auditor = await app.signIn('auditoria@demo.example', demoPassword)
  const [found] = await app.owner.run<{ id: string }>(sql`
    select m.company_id as id from member m join account a on a.id = m.user_id where a.email = 'empresa@demo.example'`)
  companyId = found?.id ?? ''
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

async function wholeJournal(): Promise<AuditEventDetailWire[]> {
  const found: AuditEventDetailWire[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { body } = await app.ask(`/api/audit/events?limit=200${after && `&after=${after}`}`, { as: admin })
    found.push(...body.items)
    after = body.next
  }
  return found
}

/** The events of an action, each as its dialog shows it. */
async function told(action: string, as = admin): Promise<AuditEventDetailWire[]> {
  const found = (await wholeJournal()).filter(event => event.action === action)
  return Promise.all(found.map(async ({ id }) => (await app.ask(`/api/audit/events/${id}`, { as })).body))
}

/** An event about an object of the company, as it is shown. */
async function about(type: ObjectType, id: string, after?: Snapshot): Promise<AuditEventDetailWire> {
  await asSystem(app.db, companyId, tx =>
    record(tx, null, {
      kind: 'company.queue_mended',
      subscribers: [],
      object: { type, id },
      ...(after && { after }),
    }),
  )
  const [latest] = (await app.ask('/api/audit/events?limit=1', { as: admin })).body.items
  return (await app.ask(`/api/audit/events/${latest.id}`, { as: admin })).body
}

test('each thing that the demo’s companies did something with has a name', async () => {
  const nameless = (await wholeJournal()).filter(event => event.objectName === null)
  expect(nameless.map(({ action, objectId }) => `${action} ${objectId}`)).toEqual([])
})

test('each fact that an event of the demo’s companies recorded has a Spanish name', async () => {
  const words = new Set<string>()
  const read = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [word, inner] of Object.entries(value)) {
      words.add(word)
      read(inner)
    }
  }
  for (const { before, after } of await app.owner.run<{ before: unknown; after: unknown }>(
    sql`select before, after from event`,
  )) {
    read(before)
    read(after)
  }
  expect(words.size).toBeGreaterThan(60)
  expect([...words].filter(word => factName(word) === word)).toEqual([])
})

test('an invoice is named by its number and its provider, or by its file until it is read', async () => {
  const [latest, ...others] = await told('invoice.received')
  expect(latest).toMatchObject({
    objectName: 'CN-2026-0133.xml',
    objectPage: { path: '/received-invoices', search: {} },
  })
  expect(others.map(({ objectName }) => objectName)).toContain('TE-1187 · Transportes Ebro')
  const [ordered] = await told('invoice.ordered')
  const number = ordered?.objectName?.split(' · ')[0]
  expect(ordered?.objectPage).toEqual({ path: '/received-invoices', search: { tab: 'ordered', q: number } })
})

test('a file of the bank is named by its name, and a line by its day, its amount and who stands in it', async () => {
  const [file] = await told('bank_file.imported')
  const found = await app.ask(`/api/audit/events?object=${file?.objectId.toUpperCase()}`, { as: admin })
  expect(found.body.items).toHaveLength(1)
  expect(file).toMatchObject({
    objectName: expect.stringMatching(/^extracto-[\d-]+\.xml$/),
    objectPage: null,
  })
  const lines = await told('bank_line.settled', auditor)
  const names = lines.map(({ objectName }) =>
    objectName?.replaceAll('\u00a0', ' ').slice('00/00/0000'.length),
  )
  expect(names).toContain(' · -2.420,00 € · Envases Levante')
  const [line] = lines
  expect(line?.objectPage).toEqual({ path: '/bank', search: { tab: 'settled' } })
  expect(line?.objectName?.slice(0, 10)).toMatch(/^\d\d\/\d\d\/\d{4}$/)
})

test('a batch is named by its sum and its day beside its number, and each leads to its page', async () => {
  const [batch] = await told('batch.created')
  expect(batch).toMatchObject({
    objectId: 'R-002',
    objectPage: { path: '/payment-batches/R-002', search: {} },
  })
  expect(batch?.objectName).toMatch(/^4\.561,70\s€ · \d\d\/\d\d\/\d{4}$/)
  const [order] = await told('document.submitted')
  expect(order?.objectPage?.path).toMatch(/^\/projects\/PRJ-\d+\/documents\/DOC-\d+$/)
  expect((await told('flow.published'))[0]).toMatchObject({
    objectName: 'Versión 1',
    objectPage: { path: '/settings/flows', search: { version: 1 } },
  })
  expect((await told('delegation.made'))[0]?.objectName).toBe('Diego Sanz en nombre de Marta Ruiz')
})

test('what is gone is named by what its events tell, and leads nowhere', async () => {
  const gone = newId()
  const hook = await about('webhook', gone, { url: 'https://erp.example', description: 'ERP' })
  expect(hook).toMatchObject({ objectName: 'ERP', objectPage: null })
  expect(await about('import', gone, { fileName: 'proveedores.csv' })).toMatchObject({
    objectName: 'proveedores.csv',
    objectPage: null,
  })
  expect((await about('file', gone, { name: 'factura.pdf', found: 'Eicar' })).objectName).toBe('factura.pdf')
  expect((await about('mailbox', companyId, { username: 'facturas@miramar.example' })).objectName).toBe(
    'facturas@miramar.example',
  )
  for (const type of ['bank_line', 'closing', 'received_invoice'] as const)
    for (const id of [gone, 'no id', companyId])
      expect(await about(type, id)).toMatchObject({ objectName: null, objectPage: null })
})

test('settings that only administrators see are named to an auditor, and lead them nowhere', async () => {
  const id = newId()
  await app.tamper(sql`
    insert into webhook_endpoint (company_id, id, url, description, events, state, created_by, created_at, updated_at)
    select ${companyId}, ${id}, 'https://erp.example/secreto', 'ERP', array['document.approved'], 'active', m.user_id, now(), now()
    from member m where m.company_id = ${companyId} limit 1`)
  const event = await about('webhook', id)
  expect(event).toMatchObject({
    objectName: 'ERP',
    objectPage: { path: `/settings/webhooks/${id}` },
  })
  const { body } = await app.ask(`/api/audit/events/${event.id}`, { as: auditor })
  expect(body).toMatchObject({ objectName: 'ERP', objectPage: null })
})

test('what belongs to another company has no name, whatever an event says of it', async () => {
  const other = await app.company('enterprise', 'Ajena')
  const rows = await app.owner.run<{ type: ObjectType; id: string }>(sql`
    select 'bank_line' as type, id::text from bank_line where company_id = ${companyId}
    union all select 'received_invoice', id::text from received_invoice where company_id = ${companyId}
    union all select 'bank_file', id::text from bank_file where company_id = ${companyId}
    union all select 'delegation', id::text from delegation where company_id = ${companyId}
    union all select 'invitation', id::text from invitation where company_id = ${companyId}
    union all select 'payment_batch', id from payment_batch where company_id = ${companyId}
    union all select 'document', id from document where company_id = ${companyId}`)
  expect(new Set(rows.map(({ type }) => type)).size).toBe(7)
  await app.person(other, 'admin', 'ajena@pruebas.example')
  await asSystem(app.db, other, async tx => {
    for (const { type, id } of rows)
      await record(tx, null, { kind: 'company.queue_mended', subscribers: [], object: { type, id } })
  })
  const as = await app.signIn('ajena@pruebas.example')
  const { body } = await app.ask('/api/audit/events?group=company&limit=200', { as })
  const shown = body.items.filter((event: AuditEventDetailWire) => event.objectType !== 'company')
  expect(shown).toHaveLength(rows.length)
  expect(new Set(shown.map((event: AuditEventDetailWire) => event.objectName))).toEqual(new Set([null]))
})

test('the file of the journal has the same names', async () => {
  const { body } = await app.ask('/api/audit/exports', { method: 'POST', as: admin, body: { format: 'csv' } })
  const file = await app.http.inject({ method: 'GET', url: body.url })
  expect(file.body).toMatch(/;Factura recibida;[0-9a-f-]{36};TE-1187 · Transportes Ebro;/)
  expect(file.body).toMatch(/;Archivo del banco;[0-9a-f-]{36};extracto-[\d-]+\.xml;/)
})
