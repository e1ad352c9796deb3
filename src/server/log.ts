import { type Logger, pino } from 'pino'
import type { LogLevel } from '#server/config.ts'

/** One JSON line per fact on standard output; never bodies, tokens or query strings. */
export function newLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['headers', 'body', 'query'],
  })
}
