/**
 * Spans of OpenTelemetry: how long a request, a delivery or a turn of work behind them took, each of their transactions
 * and each of the statements. Without a
 * collector (`collector.ts`) none is begun, and the work is called as it is.
 */
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

export const tracer = trace.getTracer('visto-bueno')

/** Runs `work` in a span of what runs already; outside any span, without one. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (trace.getActiveSpan() === undefined) return work()
  return tracer.startActiveSpan(name, { attributes }, span => ended(span, work()))
}

/** Runs a turn of background work in a span that belongs to none. */
export const inOwnSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { attributes, root: true, kind: SpanKind.CONSUMER }, span =>
    ended(span, work()),
  )

/**
 * Runs housekeeping under a span that stands alone: its transactions are as many as there are companies, and are in no
 * span.
 */
export const asLoneSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  ended(tracer.startSpan(name, { root: true }), work())

/** Says of the span that runs what its work found; an `error.type` among it marks the span as failed. */
export function annotate(attributes: Attributes): void {
  const span = trace.getActiveSpan()
  span?.setAttributes(attributes)
  if (attributes['error.type'] !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR })
}

/** Observes a statement from when it is sent to its answer. Its values are parameters; what is quoted in its text is not told. */
export function observeStatement(text: string, answered: Promise<unknown>): void {
  if (trace.getActiveSpan() === undefined) return
  const name = /\w+/.exec(text)?.[0].toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.replace(/'[^']*'/g, '?') }
  ended(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }), answered).catch(() => {})
}

/** Ends the span with its work. A refusal is an answer like any other; an error is said by its kind, never by its words. */
async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
