import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { refuse } from '#kernel/refusal.ts'
import {
  mostShaped,
  plannedOnce,
  search,
  shaped,
  sql,
  written as writtenNumber,
} from '#server/database/sql.ts'
import { acrossCompanies, asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'escrituras')
})
afterAll(() => app.stop())

const names = ['a', 'b']
beforeEach(async () => {
  await app.owner.run(sql`delete from outbox where topic like 'test.%'`)
})

const insert = (tx: TenantTx, name: string) =>
  tx.runOne(sql`insert into outbox (id, company, topic, payload, created_at, next_try_at)
    values (${newId()}, ${tx.companyId}, ${`test.${name}`}, ${{}}, ${tx.now}, '2999-01-01')`)
const rename = (tx: TenantTx, from: string, to: string) =>
  tx.runOne(sql`update outbox set topic = ${`test.${to}`} where topic = ${`test.${from}`}`)
const written = async () => {
  const found = await app.owner.run<{ topic: string }>(
    sql`select topic from outbox where topic like 'test.%' order by topic`,
  )
  return found.map(({ topic }) => topic.slice('test.'.length))
}

/** Messages with which a transaction of a company begins. */
const begins = () => (app.db.isDistributed ? 2 : 1)

describe('writes that travel with the commit', () => {
  test('leave as one statement, all of them', async () => {
    const client = await app.db.pool.connect()
    client.release()
    const query = vi.spyOn(client, 'query')
    await asSystem(app.db, cast.companyId, async tx => {
      tx.batchWithCommit(gathering => Promise.all(names.map(name => insert(gathering, name))))
      tx.batchWithCommit(gathering => insert(gathering, 'c'))
    })
    const sent = query.mock.calls.length
    query.mockRestore()
    expect(await written()).toEqual(['a', 'b', 'c'])
    expect(sent).toBe(begins() + 2) // all of them, and the commit
  })

  test('are seen by whatever is asked behind them', async () => {
    const seen = await asSystem(app.db, cast.companyId, async tx => {
      tx.batchWithCommit(gathering => insert(gathering, 'a'))
      return tx.all(sql`select from outbox where topic = 'test.a'`)
    })
    expect(seen).toHaveLength(1)
  })

  test('say how many rows each has written', async () => {
    const counts: Promise<number[]>[] = []
    await asSystem(app.db, cast.companyId, async tx => {
      for (const name of names) await insert(tx, name)
      tx.batchWithCommit(gathering => {
        const every = Promise.all([
          gathering.run(sql`update outbox set attempts = 1 where topic like ${'test.%'}`),
          gathering.run(sql`delete from outbox where topic = ${'none'}`),
        ])
        counts.push(every)
        return every
      })
    })
    expect(await Promise.all(counts)).toEqual([[2, 0]])
  })

  test.each([
    ['no row', []],
    ['two rows', ['a', 'a']],
  ])('fail the whole transaction when one that must write one row writes %s', async (_, before) => {
    const work = asSystem(app.db, cast.companyId, async tx => {
      for (const name of before) await insert(tx, name)
      tx.batchWithCommit(gathering =>
        Promise.all([insert(gathering, 'b'), rename(gathering, 'a', 'c'), insert(gathering, 'd')]),
      )
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await written()).toEqual([])
  })

  test('tell why they failed, though something was asked behind them', async () => {
    const work = asSystem(app.db, cast.companyId, async tx => {
      tx.batchWithCommit(gathering => rename(gathering, 'a', 'b'))
      await tx.all(sql`select 1`)
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
  })

  test('answer nothing and do not come late', async () => {
    const asking = asSystem(app.db, cast.companyId, async tx => {
      tx.batchWithCommit(gathering => gathering.all(sql`select 1`))
    })
    await expect(asking).rejects.toThrow('answers nothing')
    const late = asSystem(app.db, cast.companyId, async tx => {
      tx.batchWithCommit(async gathering => {
        await insert(gathering, 'a')
        await insert(gathering, 'b')
      })
    })
    await expect(late).rejects.toThrow('sent at once')
    // A bug, and loud: the first of them has left with the commit.
  })
})

test('gathered work that fails in the program fails the whole transaction, before anything is committed', async () => {
  const fails = async () => {
    await null
    throw new Error('broken in the program')
  }
  const work = asSystem(app.db, cast.companyId, async tx => {
    tx.batchWithCommit(gathering => insert(gathering, 'a'))
    tx.batchWithCommit(gathering => Promise.all([insert(gathering, 'b'), fails()]))
  })
  await expect(work).rejects.toThrow('broken in the program')
  expect(await written()).toEqual([])
})

describe('a transaction that was taken back', () => {
  /** Goes on by itself when the work it belonged to has long failed. */
  const stray = (tx: TenantTx) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = promise.then(() => insert(tx, 'stray'))
    late.catch(() => {})
    return { late, goOn: resolve }
  }

  test('takes no statement any more: its connection may be in another company by then', async () => {
    const strays: ReturnType<typeof stray>[] = []
    const failing = asSystem(app.db, cast.companyId, async tx => {
      strays.push(stray(tx))
      throw new Error('first')
    })
    await expect(failing).rejects.toThrow('first')
    const refused = await asSystem(app.db, cast.companyId, async tx => {
      strays.push(stray(tx))
      return refuse('no')
    })
    expect(refused).toMatchObject({ refused: 'no' })
    for (const { late, goOn } of strays) {
      goOn()
      await expect(late).rejects.toThrow('the transaction has ended')
    }
    expect(await written()).toEqual([])
  })

  test('nor in a company that it has left', async () => {
    const strays: ReturnType<typeof stray>[] = []
    await acrossCompanies(app.db, null, async across => {
      await across.visit(cast.companyId, async tx => {
        strays.push(stray(tx))
      })
      const failing = across.visit(cast.companyId, async tx => {
        strays.push(stray(tx))
        throw new Error('there')
      })
      await expect(failing).rejects.toThrow('there')
      for (const { late, goOn } of strays) {
        goOn()
        await expect(late).rejects.toThrow('the transaction has ended')
      }
    })
    expect(await written()).toEqual([])
  })
})

test('of statements sent at once, of which one fails, what failed first is told, however its promises are chained', async () => {
  const later = async (work: Promise<unknown>) => await work
  const work = asSystem(app.db, cast.companyId, tx =>
    Promise.all([later(later(tx.one(sql`select 1 / 0`))), tx.all(sql`select 1`)]),
  )
  await expect(work).rejects.toMatchObject({ code: '22012' })
})

/** Text of what the driver was asked: a command, or a statement with values. */
const sentText = (asked: unknown): unknown =>
  typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked

describe('a statement that is planned once', () => {
  test('says so before it, for the prepared ones behind it too, and not for one that is planned anew', async () => {
    const client = await app.db.pool.connect()
    client.release()
    const query = vi.spyOn(client, 'query')
    await asSystem(app.db, cast.companyId, async tx => {
      await tx.all(sql`select 1 as first`)
      await tx.all(plannedOnce(sql`select 2 as second`))
      await tx.all(sql`select 3 as third`)
      await tx.all(search`select 4 as fourth`)
    })
    const sent = query.mock.calls.map(([asked]: readonly unknown[]) => sentText(asked))
    query.mockRestore()
    expect(sent.slice(begins())).toEqual([
      'select 1 as first',
      'set local plan_cache_mode = force_generic_plan',
      'select 2 as second',
      'select 3 as third',
      'set local plan_cache_mode = auto',
      'select 4 as fourth',
      'commit',
    ])
  })

  test('leaves nothing behind for the connection’s next transaction', async () => {
    // Another than it would set, and than the tests' own.
    const mode = () =>
      asSystem(app.db, cast.companyId, tx => tx.all(sql`select current_setting('plan_cache_mode') as mode`))
    await app.db.run(sql`set plan_cache_mode = force_custom_plan`)
    await asSystem(app.db, cast.companyId, tx => tx.all(plannedOnce(sql`select 2 as second`)))
    expect(await mode()).toEqual([{ mode: 'force_custom_plan' }])
    await app.db.run(sql`reset plan_cache_mode`)
  })

  test('that is not prepared stays as it is', () => {
    expect(plannedOnce(search`select 1`)).toEqual(search`select 1`)
  })
})

test('a connection keeps the shapes of statements that are asked now, and not all that ever were', async () => {
  const ask = (shape: number) =>
    asSystem(app.db, cast.companyId, tx => tx.all(shaped`select ${writtenNumber(shape)} as shape`))
  const prepared = async () => {
    const found = await app.db.run<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like '% as shape'`,
    )
    return found.map(({ statement }) => statement)
  }
  const kept: number[] = []
  for (let shape = 1; shape <= 3 * mostShaped; shape++) {
    for (let time = 0; time < 10; time++) await ask(shape)
    kept.push((await prepared()).length)
  }
  expect(await prepared()).toContain(`select ${3 * mostShaped} as shape`)
  expect(Math.max(...kept)).toBeGreaterThanOrEqual(mostShaped)
  expect(Math.max(...kept)).toBeLessThan(2 * mostShaped)
})
