import { type Logger, pino } from 'pino'
import type { LogLevel } from '#server/config.ts'
import { release } from '#server/release.ts'

/** The log: one JSON line per fact on standard output; never bodies, tokens or query strings. */
export function newLog(level: LogLevel): Logger {
  return pino({
    level,
    base: { release },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['headers', 'body', 'query'],
  })
}
