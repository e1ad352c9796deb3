// Thirty-two approvals at once, each the last of its order: all of one contract against those of five hundred. They
// must not queue behind the contract's row.
import { load, type Shot } from './load.ts'

const target = 0.6
export const ordersEach = 12_000

type Bench = {
  readonly port: number
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  /** The next approval of the company with many contracts, and of the one with a single contract. */
  readonly spread: () => Shot
  readonly hot: () => Shot
}

export async function reportHotContract(bench: Bench): Promise<void> {
  const { port, rounds, seconds, connections } = bench
  const ratios: number[] = []
  const shown: string[] = []
  for (let round = 0; round <= rounds; round++) {
    const length = round === 0 ? 1 : seconds // the first warms up and is not counted
    const spread = await load(port, length, connections, bench.spread)
    const hot = await load(port, length, connections, bench.hot)
    if (round === 0) continue
    ratios.push(hot.perSecond / spread.perSecond)
    shown.push(`${Math.round(hot.perSecond)}/${Math.round(spread.perSecond)}`)
    if (hot.failed + spread.failed > 0) shown.push(`${hot.failed + spread.failed} failed`)
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
  const verdict = ratio >= target ? 'met' : 'NOT met'
  console.log(
    `\n${connections} approvals at once, one contract / five hundred, a second: ${shown.join(', ')}: ` +
      `${Math.round(100 * ratio)} % (target ≥ ${100 * target} %, ${verdict})`,
  )
}
