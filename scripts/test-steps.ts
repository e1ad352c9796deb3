/** One step of a test run: a program of ours, its report, and how many of its checks passed. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { failuresOfPlaywright, failuresOfVitest } from '#scripts/test-failures.ts'

/** `failures`: what failed or was unstable, and why. */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

export const none: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }
export const onePassed: Count = { ...none, passed: 1 }
export const oneFailed: Count = { ...none, failed: 1 }

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = path.join(root, '.cache', 'test')

type Settings = {
  readonly env?: Readonly<Record<string, string>>
  /** The command under another, as under another clock. */
  readonly wrapped?: (command: string[]) => string[]
}

/** Runs a program of a package; a single check, unless a report says more. */
export function step(
  title: string,
  [program = '', ...args]: readonly string[],
  settings: Settings = {},
): Count {
  const { env = {}, wrapped = command => command } = settings
  console.log(`\n── ${title}`)
  const [first = '', ...rest] = wrapped([process.execPath, path.join(root, 'node_modules', program), ...args])
  const { status } = spawnSync(first, rest, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(status === 0 ? `ok: ${title}` : `FAILED: ${title}`)
  return status === 0 ? onePassed : oneFailed
}

export function vitest(title: string, args: readonly string[], settings: Settings = {}): Count {
  const report = freshReport(title)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const outcome = step(title, ['vitest/vitest.mjs', 'run', ...reporters, ...args], settings)
  const told = read(report)
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = told
  const files = Array.isArray(testResults) ? testResults : []
  // A file that cannot even be loaded has failed without a single test to say so.
  const broken = files.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = number(numFailedTests) + broken
  const skipped = number(numPendingTests) + number(numTodoTests)
  const failures = failuresOfVitest(told)
  return honest(outcome, { passed: number(numPassedTests), failed, skipped, failures })
}

export function playwright(title: string, args: readonly string[], chromium: string): Count {
  const report = freshReport(title)
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const outcome = step(title, ['@playwright/test/cli.js', 'test', '--reporter=list,json', ...args], { env })
  const told = read(report)
  const { stats } = told
  const found = isRecord(stats) ? stats : {}
  const unstable = number(found.flaky)
  if (unstable > 0)
    console.log(`UNSTABLE: ${unstable} journeys passed only when they were tried again (above)`)
  const passed = number(found.expected) + unstable
  const failures = failuresOfPlaywright(told)
  return honest(outcome, {
    passed,
    failed: number(found.unexpected),
    skipped: number(found.skipped),
    failures,
  })
}

/** A runner that ended badly, or ran nothing, counts as a failure even when its report names none. */
function honest(outcome: Count, count: Count): Count {
  const isFailureUnnamed = count.failed === 0 && (outcome.failed > 0 || count.passed === 0)
  return isFailureUnnamed ? { ...count, failed: 1 } : count
}

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      failures: [...a.failures, ...b.failures],
    }),
    none,
  )
}

export function told({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function freshReport(title: string): string {
  const report = path.join(reports, `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.json`)
  fs.mkdirSync(reports, { recursive: true })
  fs.rmSync(report, { force: true })
  return report
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
