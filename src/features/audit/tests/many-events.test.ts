// The journal of a company with a hundred thousand events, asked as the program asks it, under row level security.
import { afterAll, expect, test } from 'vitest'
import { eventPage } from '#features/audit/views/events.ts'
import { newId } from '#kernel/ids.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { type Explained, maxRows, maxRowsRead } from '#tests/support/plan.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'mucho')
const [rareId = '', busyId = ''] = cast.approverIds
for (let from = 1; from <= 100_000; from += 10_000)
  await app.owner.run(sql`
    insert into event (company_id, id, at, actor_id, action, object_type, object_id)
    select ${cast.companyId}, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n::bigint * 60000), 12, '0') || '7000a'
        || lpad(n::text, 15, '0'))::uuid, now() - n * interval '1 minute',
      case when n % 20000 = 0 then ${rareId}::uuid else ${busyId}::uuid end, 'document.submitted', 'document',
      'DOC-' || n
    from generate_series(${from}::int, ${from + 9_999}::int) n`)
await app.owner.run(sql`analyze event`)

const actor = actorIn(cast, { userId: '', role: 'admin' })

test.each([
  ['of everybody', undefined],
  ['of somebody who did five', rareId],
  ['of somebody who did nearly all', busyId],
])('a page of the events %s reads hardly more than it shows', async (_, actorId) => {
  const read = maxRows(app.db, cast.companyId, tx => eventPage(tx, actor, { limit: 50, actorId }))
  expect(await read).toBeLessThanOrEqual(100)
})

test('a page of a group, or of a day, reads hardly more than it shows', async () => {
  const pageOf = (filters: Partial<Parameters<typeof eventPage>[2]>) =>
    maxRows(app.db, cast.companyId, async tx => {
      expect((await eventPage(tx, actor, { limit: 50, ...filters }))?.items).toHaveLength(50)
    })
  expect(await pageOf({ group: 'orders' })).toBeLessThanOrEqual(200)
  const day = dayFromToday(-20)
  expect(await pageOf({ from: day, to: day })).toBeLessThanOrEqual(200)
  expect(await pageOf({ from: dayFromToday(-60), to: day, group: 'orders' })).toBeLessThanOrEqual(200)
})

test('a page of lines of the bank and of received invoices reads no more of them than it shows', async () => {
  const [many, atOnce] = [20_000, 5000]
  const bankFileId = newId()
  const id = (n: Part) => part`('00000000-0000-7000-8000-' || lpad(${n}::text, 12, '0'))::uuid`
  const rows = [
    sql`insert into file (company_id, id, name, media_type, size, sha256, created_at)
      values (${cast.companyId}, ${bankFileId}, 'extracto.xml', 'application/xml', 1, repeat('a', 64), now())`,
    sql`insert into bank_file (company_id, id, file_id, sha256, format, lines, fresh, imported_by, imported_at)
      values (${cast.companyId}, ${bankFileId}, ${bankFileId}, repeat('a', 64), 'camt053', ${many}, ${many}, ${busyId}, now())`,
  ]
  for (let from = 1; from <= many; from += atOnce) {
    const each = part`generate_series(${from}::int, ${from + atOnce - 1}::int) n`
    rows.push(
      sql`insert into file (company_id, id, name, media_type, size, sha256, created_at)
        select ${cast.companyId}, ${id(part`n`)}, 'factura.xml', 'application/xml', 1, repeat('a', 64), now() from ${each}`,
      sql`insert into bank_line (company_id, id, bank_file_id, line_key, key_sha256, format, place, iban, booked_on,
          entry_minor, amount_minor, currency, said, text)
        select ${cast.companyId}, ${id(part`n`)}, ${bankFileId}, n::text, n::text, 'camt053', n, 'ES00', '2026-01-02', n, n,
          'EUR', '[]', 'Luz' from ${each}`,
      sql`insert into received_invoice (company_id, id, file_id, sha256, created_at, read_after)
        select ${cast.companyId}, ${id(part`n`)}, ${id(part`n`)}, n::text, now(), now() from ${each}`,
      sql`insert into event (company_id, id, at, action, object_type, object_id)
        select ${cast.companyId}, ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(),
          case when n % 2 = 0 then 'bank_line.settled' else 'invoice.received' end,
          case when n % 2 = 0 then 'bank_line' else 'received_invoice' end, ${id(part`n`)}::text from ${each}`,
    )
  }
  for (const statement of rows) await app.owner.run(statement)
  await app.owner.run(sql`analyze event, bank_line, received_invoice, file, bank_file`)
  const read = maxRows(app.db, cast.companyId, async tx => {
    const page = await eventPage(tx, actor, { limit: 50 })
    expect(page?.items.map(({ objectName }) => objectName)).toContain('factura.xml')
  })
  expect(await read).toBeLessThanOrEqual(100)
})

test('the events of orders are found by their index when they are joined', async () => {
  await ordersOf(app, cast).submit()
  await app.owner.run(sql`analyze document`)
  const [told] = await app.owner.run<Explained>(sql`
    explain (analyze, format json) select e.id from document d
    join event e on e.company_id = d.company_id and e.object_type = 'document' and e.object_id = d.id
    where d.company_id = ${cast.companyId}`)
  expect(told && maxRowsRead(told)).toBeLessThanOrEqual(100)
})
