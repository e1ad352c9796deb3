// `npm test`: everything CI runs, in order of cost. The last line says how many checks passed and failed.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, installChromium } from '#tests/support/chromium.ts'
import { hasFaketime, underClock } from '#tests/support/faketime.ts'

type Count = { passed: number; failed: number; skipped: number }

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = path.join(root, '.cache', 'test')
/** The tests in which days matter. */
const inDays = [
  'src/features/executions',
  'src/features/delegations',
  'src/features/reports',
  'src/features/projects/api.test.ts',
  'src/features/notifications/reminders.test.ts',
  'src/features/approvals/contract-life.test.ts',
]

const one = { passed: { passed: 1, failed: 0, skipped: 0 }, failed: { passed: 0, failed: 1, skipped: 0 } }

// The whole run at another time (`TEST_CLOCK=+30d npm test`): everything below, browser included, sees that clock.
const clock = process.env.TEST_CLOCK
if (clock && !process.env.FAKETIME) {
  if (!hasFaketime()) throw new Error('TEST_CLOCK needs the program `faketime`')
  const [first = '', ...rest] = underClock(clock, [process.execPath, fileURLToPath(import.meta.url)])
  process.exit(spawnSync(first, rest, { stdio: 'inherit' }).status ?? 1)
}

const started = performance.now()
fs.rmSync(reports, { recursive: true, force: true })
fs.mkdirSync(reports, { recursive: true })

const counts = [
  step('Format and lint', ['@biomejs/biome/bin/biome', 'check']),
  step('Types', ['typescript/bin/tsc', '--noEmit']),
  unitTests(),
  onOtherDays(),
  step('Browser build', ['vite/bin/vite.js', 'build', '--logLevel', 'warn']),
  journeys(),
]
const total = counts.reduce(add, { passed: 0, failed: 0, skipped: 0 })
console.log(`\nTook ${((performance.now() - started) / 1000).toFixed(0)} s`)
const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed ? 1 : 0

function step(
  title: string,
  [program = '', ...args]: string[],
  env: Record<string, string> = {},
  wrapped = (command: string[]) => command,
): Count {
  console.log(`\n── ${title}`)
  const script = path.join(root, 'node_modules', program)
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  const [first = '', ...rest] = wrapped([process.execPath, script, ...args])
  const { status } = spawnSync(first, rest, options)
  console.log(status === 0 ? `ok: ${title}` : `FAILED: ${title}`)
  return status === 0 ? one.passed : one.failed
}

function unitTests(): Count {
  const report = path.join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const outcome = step('Rules, database and architecture', ['vitest/vitest.mjs', 'run', ...reporters])
  return counted(outcome, report)
}

function counted(outcome: Count, report: string): Count {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(report)
  const files = Array.isArray(testResults) ? testResults : []
  // A file that cannot even be loaded has failed without a single test to say so.
  const broken = files.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = number(numFailedTests) + broken
  const skipped = number(numPendingTests) + number(numTodoTests)
  return honest(outcome, { passed: number(numPassedTests), failed, skipped })
}

/** The tests in which days matter, when the calendar has moved: a date that is written in a test stops being right. */
function onOtherDays(): Count {
  const clocks = ['+400d', sunday()]
  if (!hasFaketime()) {
    console.log('\nSkipped: the tests of other days need the program `faketime`')
    return { passed: 0, failed: 0, skipped: clocks.length }
  }
  return clocks.map(underOneClock).reduce(add)
}

function underOneClock(when: string): Count {
  const report = path.join(reports, 'vitest-other-day.json')
  fs.rmSync(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const script = ['vitest/vitest.mjs', 'run', ...reporters, ...inDays]
  return counted(
    step(`Other days: ${when}`, script, {}, command => underClock(when, command)),
    report,
  )
}

/** The next Sunday at noon, when no bank settles. */
function sunday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 0)
  return `${day.toISOString().slice(0, 10)}T12:00:00Z`
}

function journeys(): Count {
  const folder = path.join(root, 'tests', 'journeys')
  const isAny = fs.existsSync(folder) && fs.readdirSync(folder).some(name => name.endsWith('.spec.ts'))
  if (!isAny) return { passed: 0, failed: 0, skipped: 0 }
  const chromium = findChromium() ?? installChromium()
  if (!chromium) {
    console.error('\nFAILED: no Chromium for the journeys: install one, or set CHROMIUM_PATH to its program')
    return one.failed
  }
  const report = path.join(reports, 'playwright.json')
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const outcome = step('Journeys', ['@playwright/test/cli.js', 'test', '--reporter=list,json'], env)
  const { stats } = read(report)
  const found = isRecord(stats) ? stats : {}
  const unstable = number(found.flaky)
  if (unstable > 0)
    console.log(`UNSTABLE: ${unstable} journeys passed only when they were tried again (above)`)
  const passed = number(found.expected) + unstable
  return honest(outcome, { passed, failed: number(found.unexpected), skipped: number(found.skipped) })
}

/** A runner that ended badly, or ran nothing, counts as a failure even when its report names none. */
function honest(outcome: Count, count: Count): Count {
  const isFailureUnnamed = count.failed === 0 && (outcome.failed > 0 || count.passed === 0)
  return isFailureUnnamed ? { ...count, failed: 1 } : count
}

function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

function read(report: string): Record<string, unknown> {
  try {
    return JSON.parse(fs.readFileSync(report, 'utf8'))
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
