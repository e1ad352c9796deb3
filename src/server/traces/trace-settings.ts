/** Settings of the collector of traces. */
import { isLoopback } from '#server/loopback.ts'
import type { Settings } from '#server/settings.ts'

export type TraceSettings = {
  /** Address to which spans go, with its path: `https://collector.example/v1/traces`. */
  readonly url: string
  /** Headers of each call, as a key of the collector's. */
  readonly headers: Readonly<Record<string, string>>
  /** Share of traces that are kept, from 0 to 1. */
  readonly share: number
  readonly service: string
}

/** By the names that OpenTelemetry gives these settings everywhere. */
export function readTraceSettings(env: Settings): TraceSettings | null {
  const endpoint = env.endpoint('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return null
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: env.headers('OTEL_EXPORTER_OTLP_HEADERS'),
    share: env.share('OTEL_TRACES_SAMPLER_ARG') ?? 1,
    service: env.text('OTEL_SERVICE_NAME') ?? 'visto-bueno',
  }
}

/** True for headers that go to another machine where others may read along. */
export const isReadOnTheWay = ({ url, headers }: TraceSettings): boolean =>
  url.startsWith('http:') && !isLoopback(new URL(url).hostname) && Object.keys(headers).length > 0
