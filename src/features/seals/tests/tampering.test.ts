import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { record } from '#server/database/journal.ts'
import { asSystem } from '#server/database/tenant.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type ChainFault, chainFaults } from '#verify/chain.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

describe('whoever owns the database', () => {
  test('and changes, removes, adds, swaps or cuts, is found out at the first bad sequence', async () => {
    const companyId = await app.company()
    const length = 25
    await asSystem(app.db, companyId, async tx => {
      for (let n = 1; n < length; n++)
        await record(tx, null, {
          kind: 'document.submitted',
          subscribers: [],
          object: { type: 'document', id: `DOC-${n}` },
          after: { n },
        })
    })
    await sealEvents(app.db)
    expect(await chainFaults(app.owner)).toEqual([])
    const way = fc.record({
      how: fc.constantFrom(...attacks),
      at: fc.integer({ min: 1, max: length }),
      other: fc.integer({ min: 1, max: length - 1 }),
      field: fc.constantFrom(...fields),
    })
    const tampering = fc.asyncProperty(way, async ({ how, at, other, field }) => {
      const second = ((at - 1 + other) % length) + 1
      const [low, high] = at < second ? [at, second] : [second, at]
      const given = { companyId, low, high, field, length }
      const { found, expected } = await tampered(how, given)
      expect(found).toEqual([{ companyId, ...expected }])
    })
    await fc.assert(tampering, { numRuns: 200, seed: 20_261_121 })
    expect(await chainFaults(app.owner)).toEqual([])
  }, 60_000)
})

type Given = { companyId: string; low: number; high: number; field: string; length: number }
type Attack = {
  does: (given: Given) => readonly string[]
  shows: (given: Given) => Omit<ChainFault, 'companyId'>
}

const fields = [
  "reason = 'otro'",
  'actor_id = gen_random_uuid()',
  'on_behalf_of = gen_random_uuid()',
  "object_type = 'x'",
  "at = at + interval '1 microsecond'",
  "action = 'document.cancelled'",
  "object_id = 'DOC-999'",
  `after = '{"n": 9007199254740993}'`,
  "before = '{}'",
  "request_id = 'x'",
]
const eventAt = (sequence: number) =>
  `select e.id from event e join event_seal s on s.company_id = e.company_id and s.event_id = e.id
   where e.company_id = $company and s.sequence = ${sequence}`
const facts = [
  'actor_id',
  'on_behalf_of',
  'at',
  'action',
  'object_type',
  'object_id',
  'before',
  'after',
  'reason',
]

/** Swaps what two rows say, or the rows' names. */
const exchange = (table: string, columns: readonly string[], one: string, two: string) => [
  `update ${table} t set ${columns.map(column => `${column} = o.${column}`).join(', ')} from ${table} o
   where t.company_id = $company and o.company_id = $company and (${one} and ${two.replaceAll('t.', 'o.')}
     or ${two} and ${one.replaceAll('t.', 'o.')})`,
]

const attackOn: { readonly [how: string]: Attack } = {
  edit: {
    does: ({ low, field }) => [
      `update event set ${field} where company_id = $company and id = (${eventAt(low)})`,
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'edited' }),
  },
  editSeal: {
    does: ({ low }) => [
      `update event_seal set hash = repeat('a', 64) where company_id = $company and sequence = ${low}`,
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'edited' }),
  },
  editHead: {
    does: () => [`update chain_head set hash = repeat('b', 64) where company_id = $company`],
    shows: ({ length }) => ({ sequence: length, kind: 'edited' }),
  },
  deleteEvent: {
    does: ({ low }) => [`delete from event where company_id = $company and id = (${eventAt(low)})`],
    shows: ({ low }) => ({ sequence: low, kind: 'deleted' }),
  },
  deleteBoth: {
    does: ({ low }) => [
      `delete from event where company_id = $company and id = (${eventAt(low)})`,
      `delete from event_seal where company_id = $company and sequence = ${low}`,
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'deleted' }),
  },
  deleteAndCloseUp: {
    does: ({ low, length }) => [
      `delete from event where company_id = $company and id = (${eventAt(low)})`,
      `delete from event_seal where company_id = $company and sequence = ${low}`,
      ...Array.from({ length: length - low }, (_, index) => low + 1 + index).map(
        sequence =>
          `update event_seal set sequence = ${sequence - 1} where company_id = $company and sequence = ${sequence}`,
      ),
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'deleted' }),
  },
  insert: {
    does: () => [
      `insert into event (company_id, id, at, action, object_type, object_id)
       values ($company, gen_random_uuid(), now(), 'document.submitted', 'document', 'DOC-666')`,
    ],
    shows: ({ length }) => ({ sequence: length + 1, kind: 'inserted' }),
  },
  insertWithSeal: {
    does: ({ length }) => [
      `insert into event (company_id, id, at, action, object_type, object_id)
       values ($company, '00000000-0000-7000-8000-000000000000', now(), 'x.y', 'document', 'DOC-666')`,
      `insert into event_seal values ($company, ${length + 1}, '00000000-0000-7000-8000-000000000000',
        repeat('c', 64), now())`,
    ],
    shows: ({ length }) => ({ sequence: length + 1, kind: 'edited' }),
  },
  insertBeside: {
    does: ({ low }) => [
      `insert into event (company_id, id, at, action, object_type, object_id)
       values ($company, '00000000-0000-7000-8000-000000000000', now(), 'x.y', 'document', 'DOC-666')`,
      `insert into event_seal values ($company, ${low}, '00000000-0000-7000-8000-000000000000',
        repeat('c', 64), now())`,
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'inserted' }),
  },
  insertAmong: {
    does: ({ low, length }) => [
      ...Array.from({ length: length - low }, (_, index) => length - index).map(
        sequence =>
          `update event_seal set sequence = ${sequence + 1} where company_id = $company and sequence = ${sequence}`,
      ),
      `insert into event (company_id, id, at, action, object_type, object_id)
       values ($company, '00000000-0000-7000-8000-000000000000', now(), 'x.y', 'document', 'DOC-666')`,
      `insert into event_seal values ($company, ${low + 1}, '00000000-0000-7000-8000-000000000000',
        repeat('c', 64), now())`,
    ],
    shows: ({ low, length }) => ({ sequence: low + 1, kind: low === length ? 'edited' : 'inserted' }),
  },
  swapSeals: {
    does: ({ low, high }) => [
      'alter table event_seal drop constraint event_seal_pkey',
      ...exchange('event_seal', ['event_id'], `t.sequence = ${low}`, `t.sequence = ${high}`),
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'swapped' }),
  },
  swapEvents: {
    does: ({ low, high }) =>
      exchange('event', facts, `t.id = (${eventAt(low)})`, `t.id = (${eventAt(high)})`),
    shows: ({ low }) => ({ sequence: low, kind: 'swapped' }),
  },
  cutTail: {
    does: ({ low }) => [
      `delete from event where company_id = $company and id in (${eventAt(low).replace('s.sequence =', 's.sequence >=')})`,
      `delete from event_seal where company_id = $company and sequence >= ${low}`,
    ],
    shows: ({ low }) => ({ sequence: low, kind: 'cut' }),
  },
}
const attacks = Object.keys(attackOn)

/** Faults found after an attack, which is then rolled back. */
async function tampered(how: string, given: Given) {
  const attack = attackOn[how]
  if (!attack) throw new Error(how)
  const client = await app.owner.pool.connect()
  try {
    await client.query('begin')
    // Foreign keys and all: an owner can do as they please.
    await client.query('set local session_replication_role = replica')
    for (const statement of attack.does(given))
      await client.query(statement.replaceAll('$company', pg.escapeLiteral(given.companyId)))
    const run = async <Row extends pg.QueryResultRow>({
      text,
      values,
    }: {
      text: string
      values: readonly unknown[]
    }) => (await client.query<Row>(text, [...values])).rows
    return { found: await chainFaults({ run }), expected: attack.shows(given) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
