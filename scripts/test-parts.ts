/** Parts of a test run, each some steps. */
import { type Count, none, oneFailed, playwright, step, vitest } from '#scripts/test-steps.ts'
import { findChromium, installChromium } from '#tests/support/chromium.ts'
import { hasFaketime, underClock } from '#tests/support/faketime.ts'
import { hasPgBouncer } from '#tests/support/pgbouncer.ts'

/**
 * Files in which a test does by itself what a cluster refuses or hides, left out there: triggers laid aside, sums of
 * times in an update, plans, joins of local rows with those of companies, steps by what the coordinator sees of locks;
 * or in which as many write one row at once as stand in line there for longer than anybody waits.
 */
const refusedByCluster: readonly string[] = [
  'approvals/tests/first-day',
  'approvals/tests/forced',
  'seals/tests/tampering',
  'bank/tests/changed-payments',
  'documents/tests/few-orders',
  'documents/tests/filters',
  'documents/tests/frequent-words',
  'documents/tests/growth',
  'documents/tests/scattered',
  'documents/tests/seat-tally-rows',
  'documents/tests/seat-tally-world',
  'documents/tests/transitions',
  'executions/tests/long-queue',
  'executions/tests/many-candidates',
  'identity/tests/concurrency',
  'notices/tests/many-seats',
  'reports/tests/api',
  'reports/tests/growth',
]

/** Files that count the rows that plans read: a third of their slice's time, and the same through a pooler. */
const countingRows = ['few-orders', 'growth', 'scattered', 'seat-tally-rows', 'seat-tally-world']

export const parts = {
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
  wide: args => {
    const projects = ['also-desktop', 'other-looks', 'other-areas', 'also-phone'].map(
      name => `--project=${name}`,
    )
    return journeys('Other journeys, and on a phone', [...projects, ...args])
  },
  lives: () => liveLong(),
  days: () => onOtherDays(),
  phone: args => journeys('Further journeys on a phone', ['--project=night-phone', ...args]),
} satisfies Record<string, (args: readonly string[]) => readonly Count[]>

export type Part = keyof typeof parts

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
  const leftOut = countingRows.map(name => `src/features/documents/tests/${name}.test.ts`).join(' ')
  return [
    vitest('Through PgBouncer', ['--project=database', ...files], {
      env: { ...env, TEST_LEFT_OUT: leftOut },
    }),
  ]
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
  const env = { TEST_DATABASE_URL: url, TEST_LEFT_OUT: leftOut }
  return [
    vitest('On a cluster', ['--project=database', ...files], { env }),
    // The log says what an answer does not.
    vitest('A node of it that dies', ['--project=long', 'tests/faults/cluster-node.test.ts'], {
      env: { ...env, TEST_LOG: 'error' },
    }),
  ]
}

/**
 * Tests that usually try a little, at length: two thousand lives of orders and payments against the models, every order
 * in which two requests can meet, a thousand races on one process and on two, ten times as many people as the bench
 * has, two hundred kills in the middle of work. And what takes minutes as it is: secrets that are changed under people at
 * work, each alert, the data of the growth bench.
 */
function liveLong(): readonly Count[] {
  const slices = [
    'approvals/tests/model',
    'approvals/tests/flow-model',
    'approvals/tests/schedules',
    'bank/tests/model',
  ]
  const faults = ['races', 'payments-races', 'ten-times-the-load', 'crash', 'changed-secrets', 'alerts']
  const files = [
    ...slices.map(name => `src/features/${name}.test.ts`),
    ...faults.map(name => `tests/faults/${name}.test.ts`),
    'tests/speed/growth-data.test.ts',
  ]
  const { MODEL_RUNS = '1000', CRASHES = '200' } = process.env
  const env = { RACES: 'all', SCHEDULES: 'all', MODEL_RUNS, CRASHES }
  // One after the other: a race is lost to a busy machine, not to the program.
  return [vitest('Long lives', ['--project=long', '--no-file-parallelism', ...files], { env })]
}

/** The tests in which days matter, when the calendar has moved: a date that is written in a test stops being right. */
function onOtherDays(): readonly Count[] {
  const inDays = [
    'src/features/executions',
    'src/features/delegations',
    'src/features/reports',
    'src/features/projects/tests/api.test.ts',
    'src/features/notices/tests/reminders.test.ts',
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
  const build = step('Browser build', ['../scripts/build.mjs'])
  return build.failed ? [build] : [build, playwright(title, args, chromium)]
}
