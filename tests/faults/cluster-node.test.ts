// A node of a Citus cluster that dies under load and comes back, five times: companies on the others go on, and of what was asked
// meanwhile nothing is lost or done twice. Runs on a cluster of this machine (`npm run test:part -- cluster`).
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { commonProblems } from '#kernel/problem-titles.ts'
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
  let companies: Companies
  let node: Awaited<ReturnType<typeof nodeAt>>
  beforeAll(async () => {
    node = await nodeAt(nodes.at(-1) ?? '')
    // A cluster for tests may be one that loses what it acknowledged.
    await node.stop('fast')
    await node.start()
    app = await startWhole()
    companies = await makeCompanies(app, Number(new URL(nodes.at(-1) ?? '').port))
  }, 600_000)
  afterAll(() => app?.stop())

  test('loses nothing and doubles nothing, and those on other nodes go on meanwhile', unhurried, async () => {
    const there = companies.there.map(cast => workOf(app, cast))
    const elsewhere = companies.elsewhere.map(cast => workOf(app, cast))
    const works = [...there, ...elsewhere]
    const working = Promise.all(works.map(({ run }) => run())).finally(() => endAll(works))
    working.catch(() => {})
    const done = works.map(work => work.done)
    // Whoever is answered otherwise than by a fault that passes ends the test at once.
    const until = (isSo: () => boolean, timeout: number) =>
      Promise.race([expect.poll(isSo, { timeout }).toBe(true), working])
    const eachDid = (count: number) => {
      const before = done.map(({ orders }) => orders)
      return until(() => done.every(({ orders }, index) => orders >= (before[index] ?? 0) + count), 180_000)
    }
    for (let deaths = 1; deaths <= 5; deaths++) {
      await eachDid(2)
      await node.stop('immediate')
      for (const work of works) work.isAway = true
      await until(() => elsewhere.every(work => work.done.whileAway >= 5 * deaths), 120_000)
      await until(() => there.every(work => work.done.refused >= 5 * deaths), 60_000)
      for (const work of works) work.isAway = false
      await node.start()
    }
    await eachDid(2)
    endAll(works)
    await working
    for (const work of works) await expectOnce(app, work)
    expect(await brokenInvariants(app)).toEqual({})
  })
})

type Companies = { readonly there: readonly Cast[]; readonly elsewhere: readonly Cast[] }

/** Six companies or more: some whose rows are on the node at this port, and some whose rows are elsewhere. */
async function makeCompanies(app: TestApp, port: number): Promise<Companies> {
  const there: Cast[] = []
  const elsewhere: Cast[] = []
  for (let made = 0; made < 6 || there.length < 2 || elsewhere.length < 2; made++) {
    const cast = await makeCast(app, `empresa${made}`, { total: '900000000' })
    const [place] = await app.owner.run<{ port: number }>(sql`
      select nodeport as port from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('company', ${cast.companyId}::uuid)`)
    if (place?.port === port) there.push(cast)
    else elsewhere.push(cast)
  }
  return { there, elsewhere }
}

type Answer = Awaited<ReturnType<TestApp['ask']>>

type Work = ReturnType<typeof workOf>

/** Orders of one company, one after the other, each sent, approved by two at once and paid, until it is over. */
function workOf(app: TestApp, cast: Cast) {
  const { post, decide, confirm } = ordersOf(app, cast)
  const insisted = async (ask: (key: string) => Promise<Answer>): Promise<string> => {
    const key = newId()
    for (let tries = 1; ; tries++) {
      const answer = await ask(key)
      if (answer.status === 200) {
        work.acknowledged.push({ repeat: () => ask(key), body: answer.body, tries })
        return answer.body.id
      }
      expectBusy(answer)
      work.done.refused += 1
      await sleep(200)
    }
  }
  const run = async () => {
    while (!work.isOver) {
      const id = await insisted(key => post('/api/documents', cast.client, cast.order, key))
      await Promise.all(
        cast.approvers.map(approver => insisted(key => decide(id, approver, 'approve', {}, key))),
      )
      await insisted(key => confirm(id, cast.executor, {}, key))
      work.done.orders += 1
      if (work.isAway) work.done.whileAway += 1
    }
  }
  const acknowledged: { repeat: () => Promise<Answer>; body: unknown; tries: number }[] = []
  const done = { orders: 0, whileAway: 0, refused: 0 }
  const work = { cast, run, acknowledged, done, isAway: false, isOver: false }
  return work
}

function endAll(works: readonly Work[]): void {
  for (const work of works) work.isOver = true
}

/** Another try may help, and the answer says so in Spanish. */
function expectBusy({ status, headers, body }: Answer): void {
  expect([status, body.type, body.title], JSON.stringify(body)).toEqual([
    503,
    '/problems/busy',
    commonProblems.busy.title,
  ])
  expect(headers['content-type']).toContain('application/problem+json')
}

/** Whatever was acknowledged was done once, with one fact; asked again with its key, it is answered as before. */
async function expectOnce(app: TestApp, { cast, acknowledged, done: { orders } }: Work): Promise<void> {
  for (const { repeat, body } of [
    ...acknowledged.filter(({ tries }) => tries > 1),
    ...acknowledged.slice(-8),
  ])
    expect(await repeat()).toMatchObject({ status: 200, body })
  const [rows] = await app.owner.run(sql`
    select count(*)::int as orders, count(*) filter (where state = 'executed')::int as executed
    from document where company_id = ${cast.companyId}`)
  expect(rows).toEqual({ orders, executed: orders })
  const [, , , used] = await ordersOf(app, cast).balance()
  expect(used).toBe(orders * Number(cast.order.amountMinor))
  const facts = await app.owner.run(sql`
    select action, count(*)::int as facts, count(distinct object_id)::int as orders from event
    where company_id = ${cast.companyId} and object_type = 'document' group by action order by action`)
  expect(facts).toEqual([
    { action: 'approval.decided', facts: orders * cast.approvers.length, orders },
    { action: 'document.submitted', facts: orders, orders },
    { action: 'execution.confirmed', facts: orders, orders },
  ])
}

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
