// `npm run nightly`: what the tests try a little of, at the length a night allows. Two thousand lives of orders and payments
// against the models, every order in which two requests can meet, a thousand races on one process and on two, ten times as many
// people as the bench has.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, RACES: 'all', SCHEDULES: 'all', MODEL_RUNS: process.env.MODEL_RUNS ?? '1000' }
const approvals = ['model', 'flow-model', 'schedules'].map(
  name => `src/features/approvals/tests/${name}.test.ts`,
)
const files = [
  ...approvals,
  'src/features/bank/tests/model.test.ts',
  'tests/faults/races.test.ts',
  'tests/faults/payments-races.test.ts',
  'tests/faults/ten-times-the-load.test.ts',
]
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
// One after the other: a race is lost to a busy machine, not to the program.
const run = ['run', '--no-file-parallelism', ...files]
process.exitCode =
  spawnSync(process.execPath, [vitest, ...run], { cwd: root, env, stdio: 'inherit' }).status ?? 1
