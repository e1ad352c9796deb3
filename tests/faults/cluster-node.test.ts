// A node of a Citus cluster that dies under load and comes back: companies on the others go on, and of what was asked
// meanwhile nothing is lost or done twice. Runs on a cluster of this machine (`npm run test:part -- cluster`).
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { accountFor, run } from '#server/embedded/embedded-postgres-binaries.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { asMaintenance } from '#tests/support/maintenance.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const nodes = inject('nodeUrls')
const unhurried = { timeout: 600_000 }

describe.skipIf(nodes.length < 2)('a node that dies under load (left out where there is no cluster)', () => {
  let app: TestApp
  let casts: readonly Cast[]
  let node: Awaited<ReturnType<typeof nodeAt>>
  beforeAll(async () => {
    node = await nodeAt(nodes.at(-1) ?? '')
    // A cluster for tests may be one that loses what it acknowledged.
    await node.stop('fast')
    await node.start()
    app = await startWhole()
    const made: Cast[] = []
    for (const name of ['norte', 'sur', 'este', 'oeste', 'centro', 'islas'])
      made.push(await makeCast(app, name, { total: '900000000' }))
    casts = made
  }, 600_000)
  afterAll(() => app?.stop())

  test('loses nothing and doubles nothing, and those on other nodes go on meanwhile', unhurried, async () => {
    let isAway = false
    let isOver = false
    const done = casts.map(() => ({ orders: 0, whileAway: 0, refused: 0 }))
    /** Asks with one key until it is answered otherwise than by a fault. */
    const insisted = async (
      index: number,
      ask: (key: string) => Promise<{ status: number; body: { id: string } }>,
    ) => {
      const key = newId()
      for (;;) {
        const answer = await ask(key)
        if (answer.status !== 503) {
          if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
          return answer.body
        }
        const counts = done[index]
        if (counts) counts.refused += 1
        await sleep(200)
      }
    }
    const work = async (cast: Cast, index: number) => {
      const { post, decide, confirm } = ordersOf(app, cast)
      while (!isOver) {
        const { id } = await insisted(index, key => post('/api/documents', cast.client, cast.order, key))
        for (const approver of cast.approvers)
          await insisted(index, key => decide(id, approver, 'approve', {}, key))
        await insisted(index, key => confirm(id, cast.executor, {}, key))
        const counts = done[index]
        if (counts) counts.orders += 1
        if (counts && isAway) counts.whileAway += 1
      }
    }
    const working = Promise.all(casts.map(work)).catch((error: unknown) => {
      isOver = true
      throw error
    })
    const each = () => done.every(({ orders }) => orders >= 2)
    await expect.poll(each, { timeout: 120_000 }).toBe(true)
    await node.stop('immediate')
    isAway = true
    await expect
      .poll(() => done.filter(({ whileAway }) => whileAway > 0).length, { timeout: 60_000 })
      .toBeGreaterThan(0)
    await expect
      .poll(() => done.filter(({ refused }) => refused > 0).length, { timeout: 60_000 })
      .toBeGreaterThan(0)
    isAway = false
    await node.start()
    const before = done.map(({ orders }) => orders)
    await expect
      .poll(() => done.every(({ orders }, index) => orders >= (before[index] ?? 0) + 2), { timeout: 180_000 })
      .toBe(true)
    isOver = true
    await working
    for (const [index, cast] of casts.entries()) {
      const orders = done[index]?.orders ?? 0
      const [rows] = await app.owner.run(sql`
        select count(*)::int as orders, count(*) filter (where state = 'executed')::int as executed
        from document where company_id = ${cast.companyId}`)
      expect(rows).toEqual({ orders, executed: orders })
      const [, , , used] = await ordersOf(app, cast).balance()
      expect(used).toBe(orders * Number(cast.order.amountMinor))
    }
    expect(await brokenInvariants(app)).toEqual({})
  })
})

/** The server of a node, which is of this machine. It is started again with its own settings, and flushes what it commits. */
async function nodeAt(url: string) {
  const { data, bin, options } = await asMaintenance(url, async client => {
    const { rows } = await client.query<{ data: string; bin: string; options: string }>(
      `select current_setting('data_directory') as data, (select setting from pg_config where name = 'BINDIR') as bin,
        pg_read_file(current_setting('data_directory') || '/postmaster.opts') as options`,
    )
    if (!rows[0]) throw new Error('a select without a row')
    return rows[0]
  })
  const flags = options
    .trim()
    .replaceAll('"', '')
    .replace(/^\S+ -D \S+/, '')
    .replace('synchronous_commit=off', 'synchronous_commit=on')
  const does = async (...words: string[]) => {
    const how = { account: accountFor(data), cwd: data, detached: true }
    const { code, output } = await run(`${bin}/pg_ctl`, ['-D', data, '-w', ...words], how)
    if (code !== 0) throw new Error(`pg_ctl ${words.join(' ')}: ${output}`)
  }
  return {
    stop: (how: 'fast' | 'immediate') => does('-m', how, 'stop'),
    start: () => does('-l', `${data}/started-again.log`, '-o', flags, 'start'),
  }
}
