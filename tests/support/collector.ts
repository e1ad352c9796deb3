// A collector of traces (OTLP over HTTP) that keeps everything, and under which headers it came.
import http from 'node:http'
import { z } from 'zod'
import { freePort } from '#tests/support/port.ts'

const AttributeWire = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
})
const SpanWire = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(AttributeWire),
  status: z.object({ code: z.number().optional() }).optional(),
})
const TracesWire = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(AttributeWire) }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanWire) })),
    }),
  ),
})

export async function startCollector() {
  const received: { readonly path: string; readonly key: unknown; readonly text: string }[] = []
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    received.push({ path: String(request.url), key: request.headers['api-key'], text })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const spans = () =>
    received
      .map(({ text }) => TracesWire.parse(JSON.parse(text)))
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(each => each.spans)
  return { url: `http://127.0.0.1:${port}`, received, spans, stop: async () => void server.close() }
}
