// A command of the operator, run to its end with an environment of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '#tests/support/environment.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `npm run operator -- …`. */
export async function runOperator(given: Record<string, string>, ...words: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/operator.ts', ...words], {
    cwd: repository,
    env: { ...inheritedEnvironment(), THROWAWAY_DATABASE: '1', ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, error }
}
