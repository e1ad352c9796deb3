import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outage } from '#server/database/outage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lines: string[] = []
const levels = new Map([
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
])
const write = (line: string) => {
  const { level, msg } = JSON.parse(line)
  lines.push(`${levels.get(level)}: ${msg}`)
}
const log = pino({ level: 'info' }, { write })

test('an outage is told when it begins, once a minute, and when it is over', () => {
  lines.length = 0
  const outage = new Outage(log, 'sealer: batch failed')
  outage.worked()
  for (let second = 0; second < 150; second++) {
    outage.failed(new Error('no database'))
    vi.advanceTimersByTime(1000)
  }
  outage.worked()
  outage.worked()
  expect(lines).toEqual([
    'error: sealer: batch failed',
    'error: sealer: batch failed, still',
    'error: sealer: batch failed, still',
    'info: sealer: batch failed: over',
  ])
})

test('one that comes and goes is over only once nothing has failed for a while', () => {
  lines.length = 0
  const outage = new Outage(log, 'database busy or away', { restMs: 5000 })
  for (let round = 0; round < 10; round++) {
    outage.failed(new Error('busy'), 'warn')
    outage.worked()
    vi.advanceTimersByTime(1000)
  }
  vi.advanceTimersByTime(5000)
  outage.worked()
  expect(lines).toEqual(['warn: database busy or away', 'info: database busy or away: over'])
})
