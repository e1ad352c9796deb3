import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

type Sealed = { sequence: number; object_id: string; after: { n: number } | null; number: bigint }

const sealsOf = async (companyId: string) =>
  await app.owner.run<Sealed>(sql`
      select s.sequence::int as sequence, e.object_id, e.after, e.number from event_seal s
      join event e on e.company_id = s.company_id and e.id = s.event_id
      where s.company_id = ${companyId} order by s.sequence`)

const write = (tx: TenantTx, objectId: string, n = 0) =>
  record(tx, null, {
    kind: 'document.submitted',
    subscribers: [],
    object: { type: 'document', id: objectId },
    after: { n },
  })

/** A transaction that has written and waits to be told how to end. */
async function unfinished(companyId: string, objectId: string) {
  let finish: () => void = () => {}
  let written: () => void = () => {}
  const told = new Promise<void>(resolve => {
    finish = resolve
  })
  const begun = new Promise<void>(resolve => {
    written = resolve
  })
  const done = asSystem(app.db, companyId, async tx => {
    await write(tx, objectId)
    written()
    await told
  })
  await begun
  return async () => {
    finish()
    await done
  }
}

describe('the sealer', () => {
  test('seals every event of every company once, without a gap', async () => {
    const [one, other] = await Promise.all([makeCast(app, 'cadena'), makeCast(app, 'cadenita')])
    await ordersOf(app, one).approved()
    await ordersOf(app, other).approved()
    await sealEvents(app.db)
    for (const { companyId } of [one, other]) {
      const seals = await sealsOf(companyId)
      expect(seals.map(({ sequence }) => sequence)).toEqual(seals.map((_, index) => index + 1))
      expect(seals).toHaveLength((await app.journal(companyId)).length)
    }
    expect(await app.owner.run(sql`select 1 from event_unsealed`)).toEqual([])
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('is held up by a company whose events cannot be sealed in that company alone', async () => {
    const [stuck, other] = await Promise.all([app.company(), app.company()])
    await sealEvents(app.db)
    // An event that has its seal and waits for it again: the second seal is refused for ever.
    await app.owner.run(sql`insert into event_unsealed (company, event_id)
      select company_id, id from event where company_id = ${stuck} limit 1`)
    await asSystem(app.db, other, tx => write(tx, 'DOC-001'))
    await expect(sealEvents(app.db)).rejects.toThrow(stuck)
    expect((await sealsOf(other)).map(seal => seal.object_id)).toEqual([other, 'DOC-001'])
    await app.owner.run(sql`delete from event_unsealed where company = ${stuck}`)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('whose events wait for more than ten minutes is named by the invariants', async () => {
    const companyId = await app.company()
    await sealEvents(app.db)
    await asSystem(app.db, companyId, tx => write(tx.at(new Date(tx.now.getTime() - 11 * 60_000)), 'DOC-001'))
    expect(Object.keys(await brokenInvariants(app))).toEqual(['no event waits long for its seal'])
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('does not skip an event that commits after later ones were sealed', async () => {
    const companyId = await app.company()
    const commit = await unfinished(companyId, 'DOC-001')
    await asSystem(app.db, companyId, tx => write(tx, 'DOC-002'))
    await sealEvents(app.db)
    await commit()
    await sealEvents(app.db)
    expect((await sealsOf(companyId)).map(seal => seal.object_id)).toEqual([companyId, 'DOC-002', 'DOC-001'])
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('keeps the order of what happened to one thing, whatever began first', async () => {
    const companyId = await app.company()
    await app.owner.run(sql`create table if not exists thing (id int primary key)`)
    await app.owner.run(sql`insert into thing values (1)`)
    await app.owner.run(sql`grant select, update on thing to visto_bueno_app`)
    // Each begins, waits for the thing, and only then writes: the last to begin may be the first to write.
    const turn = (n: number) =>
      asSystem(app.db, companyId, async tx => {
        await tx.one(sql`select id from thing where id = 1 for update`)
        await write(tx, 'DOC-007', n)
        order.push(n)
      })
    const order: number[] = []
    const sealing = { shouldContinue: true }
    const sealers = [1, 2].map(async () => {
      while (sealing.shouldContinue) await sealEvents(app.db)
    })
    await Promise.all(Array.from({ length: 40 }, (_, n) => turn(n)))
    sealing.shouldContinue = false
    await Promise.all(sealers)
    await sealEvents(app.db)
    const told = (await sealsOf(companyId)).filter(seal => seal.object_id === 'DOC-007')
    expect(told.map(seal => seal.after?.n)).toEqual(order)
    expect(told.map(seal => seal.number)).toEqual(
      told.map(seal => seal.number).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    await app.owner.run(sql`drop table thing`)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('works on several nodes at once without forking a chain', async () => {
    const companyId = await app.company()
    let written = 0
    const writers = Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 25; n++) {
        await asSystem(app.db, companyId, tx => write(tx, `DOC-${written++}`))
        await Promise.all([sealEvents(app.db), sealEvents(app.db)])
      }
    })
    await Promise.all(writers)
    await sealEvents(app.db)
    expect(await sealsOf(companyId)).toHaveLength(151)
    expect(await brokenInvariants(app)).toEqual({})
  }, 60_000)

  test('may add a seal and move the head, and the program can do nothing else to them', async () => {
    const companyId = await app.company()
    await sealEvents(app.db)
    const attacks = [
      'update event_seal set sequence = sequence + 1',
      'delete from event_seal',
      'truncate event_seal',
      'delete from chain_head',
      'update event_unsealed set number = 1',
      'update event set reason = null',
    ]
    for (const text of attacks)
      await expect(asSystem(app.db, companyId, tx => tx.run({ text, values: [] }))).rejects.toThrow(
        /permission/,
      )
  })
})
