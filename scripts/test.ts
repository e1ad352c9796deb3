// `npm test`: whatever a change is likely to break, in order of cost. `npm run test:all`: that and the rest, which is
// programs that are cut and killed, ten thousand orders, other days, settings and variants, and every journey on a phone. Both end with how
// many checks passed and failed. A machine among several takes a part: `npm run test:part -- journeys --shard=1/3`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { throwAwayInMemory } from '#scripts/test-folder.ts'
import { type Count, none, oneFailed, playwright, step, sum, vitest } from '#scripts/test-steps.ts'
import { findChromium, installChromium } from '#tests/support/chromium.ts'
import { hasFaketime, underClock } from '#tests/support/faketime.ts'
import { hasPgBouncer } from '#tests/support/pgbouncer.ts'

/**
 * Files in which a test does by itself what a cluster refuses or hides, left out there: triggers of its own, updates and
 * deletions of all companies at once, clock arithmetic in an update, prepared plans, waits for locks as the server sees them.
 */
const refusedByCluster: readonly string[] = [
  'approvals/tests/bulk',
  'approvals/tests/company-policy',
  'approvals/tests/deputies',
  'approvals/tests/duplicates',
  'approvals/tests/forced',
  'approvals/tests/lock-order',
  'approvals/tests/schedules',
  'audit/tests/changed-rows',
  'audit/tests/tampering',
  'delegations/tests/schedules',
  'documents/tests/filters',
  'documents/tests/growth',
  'documents/tests/transitions',
  'exchange-rates/tests/routing',
  'executions/tests/cool-off',
  'executions/tests/long-queue',
  'executions/tests/returned-from-batch',
  'identity/tests/api',
  'identity/tests/concurrency',
  'imports/tests/company-files',
  'imports/tests/order-files',
  'profiles/tests/profile-changes',
  'providers/tests/api',
  'recurrences/tests/api',
  'reports/tests/api',
  'tokens/tests/api',
  'tokens/tests/ending',
]

const parts = {
  check: () => [
    step('Format and lint', ['@biomejs/biome/bin/biome', 'check']),
    step('Types', ['typescript/bin/tsc', '--noEmit']),
  ],
  unit: args => {
    const projects = ['rules', 'alone', 'database'].map(name => `--project=${name}`)
    return [vitest('Rules, database and architecture', [...projects, ...args])]
  },
  journeys: args => journeys('Journeys', ['--project=desktop', '--project=phone', ...args]),
  long: args => [vitest('Faults, speed, schedules and threads', ['--project=long', ...args])],
  pooled: () => throughPooler(),
  cluster: () => onCluster(),
  days: () => onOtherDays(),
  wide: args => {
    const projects = ['also-desktop', 'other-looks', 'other-areas', 'also-phone'].map(
      name => `--project=${name}`,
    )
    return journeys('Other journeys, and on a phone', [...projects, ...args])
  },
} satisfies Record<string, (args: readonly string[]) => readonly Count[]>

type Part = keyof typeof parts
const quick: readonly Part[] = ['check', 'unit', 'journeys']
const rest: readonly Part[] = ['long', 'pooled', 'cluster', 'days', 'wide']

const [chosen = 'quick', ...args] = process.argv.slice(2)
underTheClockAskedFor()
throwAwayInMemory()
const started = performance.now()
const first = runAll(chosen === 'quick' || chosen === 'all' ? quick : [partNamed(chosen)])
const total = chosen === 'all' ? sum([first, runAll(rest)]) : first
for (const failure of total.failures) console.log(`\n${failure}`)
console.log(`\nTook ${((performance.now() - started) / 1000).toFixed(0)} s`)
console.log(told(total))
process.exitCode = total.failed ? 1 : 0

function runAll(named: readonly Part[]): Count {
  const from = performance.now()
  const count = sum(named.flatMap(part => parts[part](args)))
  console.log(`\n${named.join(', ')}: ${told(count)} in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  return count
}

function partNamed(name: string): Part {
  const found = [...quick, ...rest].find(part => part === name)
  if (!found) throw new Error(`${name} is no part of the tests: ${[...quick, ...rest].join(', ')}`)
  return found
}

function told({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** `TEST_CLOCK=+30d npm test`: everything, browser and PostgreSQL included, at another time. */
function underTheClockAskedFor(): void {
  const clock = process.env.TEST_CLOCK
  if (!clock || process.env.FAKETIME) return
  if (!hasFaketime()) throw new Error('TEST_CLOCK needs the program `faketime`')
  const command = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const [program = '', ...words] = underClock(clock, command)
  process.exit(spawnSync(program, words, { stdio: 'inherit' }).status ?? 1)
}

/** The requests of two slices, their connections shared by PgBouncer. */
function throughPooler(): readonly Count[] {
  if (!hasPgBouncer()) {
    console.log('\nSkipped: the tests through a pooler need the program `pgbouncer`')
    return [{ ...none, skipped: 1 }]
  }
  const env = { TEST_DATABASE_THROUGH: 'pgbouncer' }
  const approvals = ['api', 'bulk', 'races', 'undo'].map(
    name => `src/features/approvals/tests/${name}.test.ts`,
  )
  const files = [...approvals, 'src/features/documents']
  return [vitest('Through PgBouncer', ['--project=database', ...files], { env })]
}

/** The requests of all slices, on a running Citus cluster: `TEST_CLUSTER_URL` names a database of its coordinator. */
function onCluster(): readonly Count[] {
  const url = process.env.TEST_CLUSTER_URL
  if (!url) {
    console.log('\nSkipped: the tests on a cluster need TEST_CLUSTER_URL')
    return [{ ...none, skipped: 1 }]
  }
  const files = ['src/features', 'src/demo', 'tests/security']
  const leftOut = refusedByCluster.map(file => `src/features/${file}.test.ts`).join(' ')
  return [
    vitest('On a cluster', ['--project=database', ...files], {
      env: { TEST_DATABASE_URL: url, TEST_LEFT_OUT: leftOut },
    }),
  ]
}

/** The tests in which days matter, when the calendar has moved: a date that is written in a test stops being right. */
function onOtherDays(): readonly Count[] {
  const inDays = [
    'src/features/executions',
    'src/features/delegations',
    'src/features/reports',
    'src/features/projects/tests/api.test.ts',
    'src/features/notifications/tests/reminders.test.ts',
    'src/features/approvals/tests/contract-life.test.ts',
    'src/features/bank/tests',
  ]
  const when = sundayInAnotherYear()
  if (!hasFaketime()) {
    console.log('\nSkipped: the tests of other days need the program `faketime`')
    return [{ ...none, skipped: 1 }]
  }
  return [vitest(`Other days: ${when}`, inDays, { wrapped: command => underClock(when, command) })]
}

/** The first Sunday at noon, when no bank settles, after 400 days. */
function sundayInAnotherYear(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 400)
  while (day.getUTCDay() !== 0) day.setUTCDate(day.getUTCDate() + 1)
  return `${day.toISOString().slice(0, 10)}T12:00:00Z`
}

function journeys(title: string, args: readonly string[]): readonly Count[] {
  const chromium = findChromium() ?? installChromium()
  if (!chromium) {
    console.error('\nFAILED: no Chromium for the journeys: install one, or set CHROMIUM_PATH to its program')
    return [oneFailed]
  }
  const build = step('Browser build', ['vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  return build.failed ? [build] : [build, playwright(title, args, chromium)]
}
