// The alerts of deploy/alerts.yaml, judged by Prometheus' own tool on what a program's metrics said: gauges stay as they
// were said last, and what counters rose by between two readings they rise by each minute, for an hour and a half.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '#tests/support/server.ts'

export const hasPrometheus = (): boolean => spawnSync('promtool', ['--version']).status === 0

/** Values of a reading of `/metrics`, by series. */
export type Reading = ReadonlyMap<string, number>

const rules = fileURLToPath(new URL('../../deploy/alerts.yaml', import.meta.url))
const minutes = 90

export async function readMetrics(port: number): Promise<Reading> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const now = Date.now() / 1000
  const series = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] =
      /^((?:visto_bueno_|nodejs_eventloop_lag_p99)\S*|\S+\{.*\}) (\S+)$/.exec(line) ?? []
    // Prometheus' tool begins at the beginning of time.
    if (name !== '') series.set(name, Number(value) - (name.includes('_timestamp_') ? now : 0))
  }
  return series
}

const isCounter = (series: string): boolean => /_(total|bucket|count|sum)(\{|$)/.test(series)

/** Names of the alerts that ring, were everything to go on as between two readings. */
export function ringing(before: Reading, after: Reading): readonly string[] {
  const input = [...after].map(([series, value]) => {
    const risen = value - (before.get(series) ?? 0)
    return { series, values: isCounter(series) ? `0+${risen}x${minutes}` : `${value}+0x${minutes}` }
  })
  const folder = temporaryFolder()
  try {
    const file = path.join(folder, 'judged.json')
    const expr = 'group by (alertname) (ALERTS{alertstate="firing"})'
    // An answer that cannot be: the tool says what it found in its place.
    const promql_expr_test = [
      { expr, eval_time: `${minutes - 1}m`, exp_samples: [{ labels: 'none', value: 2 }] },
    ]
    const tests = [{ interval: '1m', input_series: input, promql_expr_test }]
    fs.writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    const [, got] = /got:(.*)/s.exec(stderr + stdout) ?? []
    if (got === undefined) throw new Error(`promtool judges nothing: ${stderr}${stdout}`)
    return [...got.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name).toSorted()
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Names of all alerts that there are. */
export const allAlerts = (): readonly string[] =>
  [...fs.readFileSync(rules, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name).toSorted()
