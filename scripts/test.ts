// `npm test`: whatever a change is likely to break, in order of cost. `npm run test:all`: that and the rest, as CI runs it.
// `npm run nightly`: what takes a night, or what a change seldom breaks. Each ends with how many checks passed and failed.
// A machine among several takes a part: `npm run test:part -- journeys --shard=1/3`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { throwAwayInMemory } from '#scripts/test-folder.ts'
import { type Part, parts } from '#scripts/test-parts.ts'
import { type Count, sum, told } from '#scripts/test-steps.ts'
import { hasFaketime, underClock } from '#tests/support/faketime.ts'

const quick: readonly Part[] = ['check', 'unit', 'journeys']
const rest: readonly Part[] = ['long', 'pooled', 'cluster', 'wide']
const night: readonly Part[] = ['lives', 'days', 'phone']

const [chosen = 'quick', ...args] = process.argv.slice(2)
underTheClockAskedFor()
throwAwayInMemory()
/** A machine that integrates runs `all` in this time, or people stop waiting for it. */
const longestSeconds = 45 * 60
const started = performance.now()
const total = sum(runsNamed(chosen).map(runAll))
for (const failure of total.failures) console.log(`\n${failure}`)
const seconds = Math.round((performance.now() - started) / 1000)
const isLate = chosen === 'all' && seconds > longestSeconds
console.log(`\nTook ${seconds} s${isLate ? `: TOO LONG, ${longestSeconds} s are for all tests` : ''}`)
console.log(told(total))
process.exitCode = total.failed ? 1 : 0

/** Runs that end with a count of their own, each some parts. */
function runsNamed(name: string): readonly (readonly Part[])[] {
  if (name === 'quick') return [quick]
  if (name === 'all') return [quick, rest]
  if (name === 'night') return [night]
  const all = [...quick, ...rest, ...night]
  const found = all.find(part => part === name)
  if (!found) throw new Error(`${name} is no part of the tests: ${all.join(', ')}`)
  return [[found]]
}

function runAll(named: readonly Part[]): Count {
  const from = performance.now()
  const count = sum(named.flatMap(part => parts[part](args)))
  console.log(`\n${named.join(', ')}: ${told(count)} in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  return count
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
