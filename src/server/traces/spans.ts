/**
 * Spans of OpenTelemetry: how long a request, each of its transactions and each of their statements took. Without a
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
