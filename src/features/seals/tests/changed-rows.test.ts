// Whoever owns the database can change any row. The journal is sealed, and every row that says what was ordered,
// approved, paid or promised is compared with it: a change is found and named.
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { anotherExecutor, batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
let cast: Cast

beforeAll(async () => {
  app = await startWhole()
  cast = await makeCast(app, 'norte')
  await payFrom(app, cast)
  await anotherExecutor(app, cast)
  await everythingHappens()
  await sealEvents(app.db)
})
afterAll(() => app.stop())

/** One order in each state, with files, a substitute, a batch, an amendment, a receipt and a Constancia. */
async function everythingHappens(): Promise<void> {
  let ids: readonly string[] = []
  const batches = batchesOf(app, cast, () => ids)
  const { orders } = batches
  const [fileId, proofFileId] = [await aFile(cast.client), await aFile(cast.executor)]
  await orders.submit()
  await orders.submit({ fileIds: [fileId], invoiceNumber: 'F-1', invoiceDate: dayFromToday() })
  const paid = await orders.approved({ description: 'Con comprobante' })
  await orders.confirm(paid, cast.executor, { proofFileId, comment: 'Pagado' })
  ids = [await orders.approved(), await orders.approved()]
  await batches.sent()
  ids = [await orders.approved()]
  await batches.made()
  const rejected = await orders.submit()
  await orders.decide(rejected, cast.approvers[0], 'reject', { comment: 'No procede' })
  await done('/api/delegations', {
    fromId: cast.approverIds[1],
    toId: cast.approverIds[0],
    startsOn: dayFromToday(),
    endsOn: dayFromToday(9),
    max: { minor: '500000', currency: 'EUR' },
  })
  const reason = 'Ampliación'
  await done(`/api/contracts/${cast.billable}/amendments`, { revision: 1, totalMinor: '200000000', reason })
  await done(`/api/documents/${paid}/certificates`, {})
}

async function done(path: string, body: object): Promise<void> {
  const answer = await app.ask(path, { method: 'POST', as: cast.admin, body })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
}

async function aFile(as: string): Promise<string> {
  const id = newId()
  const { userId } = await app.tokens.verifyAccessToken(as)
  await app.tamper(sql`insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
    values (${cast.companyId}, ${id}, 'factura.pdf', 'application/pdf', 10,
      encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), ${userId}, now())`)
  return id
}

/** Rows that can be changed, and how. Each must be found, whichever row it meets. */
const changes: { readonly [table: string]: readonly string[] } = {
  document: [
    'amount_minor = amount_minor + 1',
    "name = name || '.'",
    "bank_account = 'ES9121000418450200051332'",
    "description = coalesce(description, '') || 'x'",
    "invoice_number = coalesce(invoice_number, '') || '9'",
    "content_digest = repeat('0', 64)",
  ],
  document_revision: [
    `content = content || '{"bankAccount": "ES9121000418450200051332"}'`,
    `content = content || '{"bankBic": "DEUTDEFFXXX"}'`,
    `content = content || '{"providerName": "Otro"}'`,
    `content = content || '{"amountMinor": "1"}'`,
    `content = content || '{"description": "Otra cosa"}'`,
    "made_at = made_at + interval '1 second'",
    'made_by = (select id from account where id <> t.made_by order by id limit 1)',
  ],
  'approval where decided_at is not null': [
    "comment = coalesce(comment, '') || 'x'",
    "decided_at = decided_at + interval '1 second'",
    "status = case status when 'approved' then 'rejected' else 'approved' end",
    'approver_id = (select user_id from member m where m.company_id = t.company_id and m.user_id <> t.approver_id order by 1 limit 1)',
  ],
  approval_stage: ['needed = needed + 1', "mode = case mode when 'any' then 'all' else 'any' end"],
  execution: [
    "reference = reference || '9'",
    'executed_on = executed_on - 1',
    "comment = coalesce(comment, '') || 'x'",
    'executed_by = (select user_id from member m where m.company_id = t.company_id and m.user_id <> t.executed_by order by 1 limit 1)',
    'proof_file_id = (select id from file f where f.company_id = t.company_id and f.id is distinct from t.proof_file_id limit 1)',
  ],
  'file where exists (select from attachment a where a.file_id = t.id) or exists (select from execution e where e.proof_file_id = t.id)':
    ["sha256 = repeat('1', 64)"],
  'payment_batch where downloaded_at is not null': [
    "content = replace(content, 'DE89370400440532013000', 'ES9121000418450200051332')",
    "sha256 = repeat('2', 64)",
    'pay_on = pay_on + 1',
    'downloaded_at = null',
    "released_at = released_at + interval '1 second'",
    'released_by = (select user_id from member m where m.company_id = t.company_id and m.user_id not in (t.made_by, t.released_by) order by 1 limit 1)',
    `release_review = jsonb_set(release_review, '{orders}', '1')`,
    `release_review = jsonb_set(release_review, '{firstPayments}', '[{"providerId": "PRV-009", "name": "Otro"}]')`,
    `release_review = jsonb_set(release_review, '{sharedAccounts}', '[{"providerId": "PRV-009", "name": "Otro"}]')`,
    'amount_minor = amount_minor + 1',
  ],
  'payment_batch where released_at is null': ['needs_release = false'],
  payment_batch_order: ["creditor_iban = 'ES9121000418450200051332'", 'amount_minor = amount_minor + 1'],
  provider: ["iban = 'ES9121000418450200051332'", "bic = 'DEUTDEFF'"],
  'company where iban is not null': [
    "iban = 'DE89370400440532013000'",
    'batch_release_from_minor = batch_release_from_minor + 1',
    'bank_cool_off_days = bank_cool_off_days + 1',
    'settles_exact_lines = not settles_exact_lines',
    'tolerance_rate = coalesce(tolerance_rate, 0) + 1',
  ],
  contract: ['total_minor = total_minor + 1', 'tolerance_rate = coalesce(tolerance_rate, 0) + 1'],
  budget_entry: ["at = at + interval '1 second'", 'requested_minor = requested_minor + 1'],
  delegation: [
    'max_minor = max_minor * 10',
    'ends_on = ends_on + 30',
    'to_user = (select user_id from member m where m.company_id = t.company_id and m.user_id not in (t.from_user, t.to_user) order by 1 limit 1)',
  ],
  certificate: ["file_sha256 = repeat('3', 64)", "facts = replace(facts, 'Cemento', 'Grava')"],
  certificate_code: ["code_sha256 = repeat('4', 64)"],
}

const attacks = Object.entries(changes).flatMap(([table, ways]) => ways.map(way => ({ table, way })))

test('each of two hundred changes to a row that matters is found and named', async () => {
  expect(await brokenInvariants(app)).toEqual({})
  const attack = fc.record({ attack: fc.constantFrom(...attacks), row: fc.nat({ max: 1_000_000 }) })
  const isFound = fc.asyncProperty(attack, async ({ attack: { table, way }, row }) => {
    const found = await after(changeOf(table, way, row))
    expect(found, `${table}: ${way}`).not.toEqual({})
  })
  await fc.assert(isFound, { numRuns: 200, seed: 20_261_122 })
  expect(await brokenInvariants(app)).toEqual({})
}, 240_000)

test.each(attacks)('a changed row is found: $table: $way', async ({ table, way }) => {
  expect(await after(changeOf(table, way, 0))).not.toEqual({})
})

test.each([
  'execution',
  'certificate',
  'certificate_code',
  'document_revision',
  'budget_entry',
  'attachment',
])('a row that is deleted is found: %s', async table => {
  expect(await after(`delete from ${table} where ctid = (select ctid from ${table} limit 1)`)).not.toEqual({})
})

function changeOf(table: string, way: string, row: number): string {
  const [name = '', ...words] = table.split(' where ')
  const condition = words.join(' where ') || 'true'
  const chosen = `select ctid from ${name} t where ${condition} order by ctid`
  const count = `select greatest(count(*), 1) from ${name} t where ${condition}`
  return `update ${name} t set ${way} where ctid = (${chosen} offset ${row} % (${count}) limit 1)`
}

/** The promises found broken after a statement of the database's owner, which is taken back. */
async function after(statement: string) {
  const client = await app.owner.pool.connect()
  try {
    await client.query('begin')
    // Foreign keys, triggers and all: an owner can do as they please.
    await client.query('set local session_replication_role = replica')
    const { rowCount } = await client.query(statement)
    expect(rowCount, statement).toBe(1)
    const run = async <Row extends pg.QueryResultRow>(query: { text: string; values: readonly unknown[] }) =>
      (await client.query<Row>(query.text, [...query.values])).rows
    return await brokenInvariants({ owner: { run } })
  } finally {
    await client.query('rollback')
    client.release()
  }
}
