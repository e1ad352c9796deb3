/**
 * The operator's collector of traces (OTLP over HTTP). Its program is loaded only where one is named. Spans wait in
 * memory for two seconds at most; those that a collector does not take are dropped, and delay nobody.
 */
import { context, propagation, trace } from '@opentelemetry/api'
import type { ExportResult } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { Outage } from '#server/database/outage.ts'
import type { TraceSettings } from '#server/traces/trace-settings.ts'

type Log = ConstructorParameters<typeof Outage>[0]

/** Begins to trace; `stop` sends what waits, within two seconds. */
export async function openTraces(
  { url, headers, share, service }: TraceSettings,
  { log, release }: { log: Log; release: string },
): Promise<{ stop(): Promise<void> }> {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, core, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new Reported(
    new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: 5_000 }),
    new Outage(log, 'traces: the collector does not take them'),
  )
  const kept = new sdk.TraceIdRatioBasedSampler(share)
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.version': release }),
    // Whoever calls says which trace their call belongs to, and never whether it is kept.
    sampler: new sdk.ParentBasedSampler({
      root: kept,
      remoteParentSampled: kept,
      remoteParentNotSampled: kept,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000, maxQueueSize: 16_384 }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  const waited = () => new Promise<void>(resolve => setTimeout(resolve, 2_000).unref())
  return { stop: () => Promise.race([provider.shutdown().catch(() => {}), waited()]) }
}

/** An exporter whose failures stand in the log as one outage. */
class Reported implements SpanExporter {
  readonly #inner: SpanExporter
  readonly #outage: Outage

  constructor(inner: SpanExporter, outage: Outage) {
    this.#inner = inner
    this.#outage = outage
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#inner.export(spans, result => {
      if (result.error) this.#outage.failed(result.error, 'warn')
      else this.#outage.worked()
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown()
  }
}
