// Two nodes behind a load balancer with people at work, whose programs are replaced one after the other.
import { expect } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { startBalancer } from '#tests/support/balancer.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { startSteadyWork } from '#tests/support/steady-work.ts'
import { brokenInvariants } from '#verify/invariants.ts'

type Start = () => Promise<RunningServer>

export type TwoNodes = Awaited<ReturnType<typeof startTwoNodes>>

export async function startTwoNodes(start: Start) {
  const balancer = await startBalancer()
  /** The nodes of the moment. */
  const nodes = await Promise.all([start(), start()])
  for (const { origin } of nodes) await balancer.add(origin)
  const work = startSteadyWork(balancer.origin)

  /** Ends one node after the other, and starts another in its place. */
  async function replace(startNext: Start): Promise<void> {
    for (const node of nodes.splice(0)) {
      expect(await node.stop()).toBe(0)
      await balancer.remove(node.origin)
      const next = await startNext()
      nodes.push(next)
      await balancer.add(next.origin)
      await work.goesOn()
    }
  }

  /** No request failed; what was acknowledged is there, once, and true. */
  async function endWell(owner: Db): Promise<void> {
    await work.end()
    expect({ met: work.faults, faults: balancer.faults }).toEqual({ met: [], faults: [] })
    const { 200: done = 0, 503: busy = 0 } = Object.fromEntries(balancer.statuses)
    expect(busy).toBeLessThan(done / 20)
    const rows = await owner.run<{ name: string; id: string }>(sql`
      select name, id from document where name like 'Cambio %'`)
    expect(rows).toHaveLength(work.made.size)
    expect(new Map(rows.map(({ name, id }) => [name, id]))).toEqual(work.made)
    expect(await brokenInvariants({ owner })).toEqual({})
  }

  async function stop(): Promise<void> {
    await work.end().catch(() => {}) // the last test has said so
    await Promise.all(nodes.map(node => node.stop()))
    await balancer.stop()
  }

  return { nodes, work, replace, endWell, stop }
}
