// Debian's `faketime`: runs a program, its children and its PostgreSQL with another clock.
import { spawnSync } from 'node:child_process'

/** Whether it is here; on a bare Debian run as root it is installed. */
export function hasFaketime(): boolean {
  if (isThere()) return true
  if (process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: 'ignore', env }).status
  const install = ['install', '-y', '--no-install-recommends', 'faketime']
  if (apt(...install) !== 0) {
    apt('update')
    apt(...install)
  }
  return isThere()
}

/**
 * The command that runs another with the clock of `when`: `+400d`, or `@2027-12-31 23:00:00`. What measures time that
 * passes keeps the real one.
 */
export const underClock = (when: string, command: readonly string[]): string[] => [
  'env',
  'DONT_FAKE_MONOTONIC=1',
  'faketime',
  '-f',
  when,
  ...command,
]

const isThere = (): boolean => spawnSync('faketime', ['--version'], { stdio: 'ignore' }).status === 0
