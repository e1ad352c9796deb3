// Debian's `faketime`: runs a program, its children and its PostgreSQL with another clock.
import { spawnSync } from 'node:child_process'
import { installPackage } from '#tests/support/debian.ts'

/**
 * A run under another clock: there PostgreSQL's own timers (`lock_timeout`, `deadlock_timeout`) never fire, and what
 * waits for one of them cannot be tried.
 */
export const isUnderOtherClock = process.env.FAKETIME !== undefined

/** True when faketime is here; on a bare Debian run as root it is installed. */
export function hasFaketime(): boolean {
  if (!isThere()) installPackage('faketime')
  return isThere()
}

/**
 * The command that runs another as if it were `when`: `+400d`, or the instant `2027-12-31T23:00:00Z`. All processes of
 * the run have one clock, so that an instant is told as a distance from now. What measures time that passes keeps the
 * real one.
 */
export function underClock(when: string, command: readonly string[]): string[] {
  const distance = when.startsWith('+')
    ? when
    : `${when < new Date().toISOString() ? '-' : '+'}${secondsTo(when)}`
  return ['env', 'DONT_FAKE_MONOTONIC=1', 'faketime', '-f', distance, ...command]
}

const secondsTo = (instant: string): number => Math.round(Math.abs(Date.parse(instant) - Date.now()) / 1000)

const isThere = (): boolean => spawnSync('faketime', ['--version'], { stdio: 'ignore' }).status === 0
