// The rows of `npm run bench`, their bars, and how they are told.
import type { Measured } from './cpu.ts'
import type { Read, Reader } from './requests.ts'

/** Least shares that a row must reach, of the raw server and of our own statements on a bare one. */
export type Bars = { readonly raw?: number; readonly bare?: number }

/** Reads by role. A row without bars is shown for comparison. */
export const readRows: readonly { readonly read: Read; readonly by: Reader; readonly bars: Bars }[] = [
  { read: 'list of 50, filtered, searched', by: 'client', bars: { raw: 0.8 } },
  { read: 'list of 50, filtered, searched', by: 'admin', bars: { raw: 0.8 } },
  { read: 'list of 50, filtered, searched', by: 'approver', bars: { raw: 0.6 } },
  { read: 'one order with its approvals', by: 'client', bars: { raw: 0.4, bare: 0.8 } },
  { read: 'one order with its approvals', by: 'admin', bars: {} },
  { read: 'one order with its approvals', by: 'approver', bars: { raw: 0.35, bare: 0.8 } },
  { read: 'tab counts', by: 'client', bars: { raw: 0.4 } },
  { read: 'tab counts', by: 'admin', bars: {} },
  { read: 'tab counts', by: 'approver', bars: { raw: 0.35 } },
  { read: 'contract balance', by: 'client', bars: { raw: 0.5 } },
  { read: 'contract balance', by: 'admin', bars: {} },
]

export const approveBar = 0.6

/** Measurements that stood side by side in time. */
export type Round = { readonly ours: Measured; readonly raw: Measured; readonly bare?: Measured }

const nameWidth = 44
const columns = 'ours/s,p50 ms,p99 ms,cpu ms,raw/s,p99 ms,cpu ms,bare/s,p99 ms,cpu ms'.split(',')

export function showHead(): void {
  console.log(
    'raw: another server with the same filters, roles and rows; bare: the statements of our own views on node:http',
  )
  console.log('cpu: of the server and of the database, for each request; shares: the median of the rounds\n')
  console.log(`${''.padEnd(nameWidth)}${columns.map(right).join('')}    of raw             of bare`)
}

/** Shows a row; the number of its bars that it does not reach. */
export function showRow(name: string, rounds: readonly Round[], bars: Bars): number {
  const failed = rounds.reduce(
    (sum, { ours, raw, bare }) => sum + ours.failed + raw.failed + (bare?.failed ?? 0),
    0,
  )
  const ours = middle(rounds.map(round => round.ours))
  const raw = middle(rounds.map(round => round.raw))
  const bares = rounds.flatMap(({ bare }) => bare ?? [])
  const bare = bares.length > 0 ? middle(bares) : null
  const figures = [rate(ours), ours.p50.toFixed(1), ours.p99.toFixed(1), cpu(ours)].concat(
    [rate(raw), raw.p99.toFixed(1), cpu(raw)],
    bare ? [rate(bare), bare.p99.toFixed(1), cpu(bare)] : ['–', '–', '–'],
  )
  const shares = [
    toShare(
      rounds.map(each => each.ours.perSecond / each.raw.perSecond),
      bars.raw,
      failed,
    ),
    ...(bare
      ? [
          toShare(
            rounds.map(each => each.ours.perSecond / (each.bare?.perSecond ?? 0)),
            bars.bare,
            failed,
          ),
        ]
      : []),
  ]
  const told = shares.map(({ text }) => `   ${text.padEnd(16)}`).join('')
  console.log(
    `${name.padEnd(nameWidth)}${figures.map(right).join('')} ${told}${failed ? `  ${failed} failed` : ''}`,
  )
  return shares.filter(({ isBelow }) => isBelow).length
}

/** Who is refused costs nothing: a figure with failures in it reaches no bar. */
function toShare(ratios: readonly number[], least: number | undefined, failed: number) {
  const share = median(ratios)
  const isBelow = least !== undefined && (failed > 0 || !(share >= least))
  const bar = least === undefined ? 'no bar' : `≥ ${Math.round(100 * least)} % ${isBelow ? '✗' : '✓'}`
  return { text: `${Math.round(100 * share)} %`.padStart(5).concat(`  ${bar}`), isBelow }
}

const right = (text: string) => text.padStart(11)
const rate = ({ perSecond }: Measured) => String(Math.round(perSecond))
const cpu = ({ serverMs, databaseMs }: Measured) => `${serverMs.toFixed(2)}+${databaseMs.toFixed(2)}`

function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function middle(figures: readonly Measured[]): Measured {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('nothing was measured')
  return found
}
