import { hostname } from 'node:os'
import { trace } from '@opentelemetry/api'
import { type Logger, pino } from 'pino'
import type { LogLevel } from '#server/config.ts'
import { release } from '#server/release.ts'

/** The log: one JSON line per fact on standard output; never bodies, tokens or query strings. */
export function newLog(level: LogLevel): Logger {
  return pino({
    level,
    base: { release, node: hostname() },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    redact: ['headers', 'body', 'query'],
  })
}

/** The trace in which a line is written, where there is one. */
function traceFields(): { readonly trace?: string } {
  const id = trace.getActiveSpan()?.spanContext().traceId
  return id === undefined ? {} : { trace: id }
}

/** Writes everything (`debug`) from a SIGUSR2 on, and what was configured again from the next one on. */
export function changeLevelOnSignal(log: Logger): void {
  const configured = log.level
  process.on('SIGUSR2', () => {
    const next = log.level === 'debug' ? configured : 'debug'
    log.level = 'debug'
    log.info({ writes: next }, 'log level')
    log.level = next
  })
}
