// Traces in earnest: a program with a collector of traces, as an operator runs it, and the same with one that is away.
import http from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { demoPassword } from '#demo/password.ts'
import { freePort } from '#tests/support/port.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'

const AttributeWire = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })
const SpanWire = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(AttributeWire),
})
const TracesWire = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(AttributeWire) }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanWire) })),
    }),
  ),
})

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ DEMO: '1', LOG_LEVEL: 'info', ...env })
  ends.push(() => server.stop())
  return server
}

/** A collector that keeps everything, and under which headers it came. */
async function startCollector() {
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
  ends.push(async () => server.close())
  const spans = () =>
    received
      .map(({ text }) => TracesWire.parse(JSON.parse(text)))
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(each => each.spans)
  return { url: `http://127.0.0.1:${port}`, received, spans }
}

test('a request is a trace of its transaction and its statements, in the trace of whoever calls, and says nothing of people', {
  timeout: 120_000,
}, async () => {
  const collector = await startCollector()
  const { origin, output } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=la%20clave',
  })
  const talk = talkTo(origin)
  const as = await talk.signIn('empresa')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  // The caller says that its trace is not kept: whether ours is, the operator alone decides.
  const headers = { authorization: `Bearer ${as}`, traceparent: `00-${traceId}-b7ad6b7169203331-00` }
  const { status, body } = await talk.ask('/api/documents?q=Hotel', { headers })
  expect(status).toBe(200)
  expect(body.items.length).toBeGreaterThan(0)
  const ofCall = () => collector.spans().filter(span => span.traceId === traceId)
  await expect.poll(() => ofCall().length, { timeout: 10_000 }).toBeGreaterThan(3)
  const request = ofCall().find(({ name }) => name === 'GET /api/documents')
  const transaction = ofCall().find(({ name }) => name === 'read transaction')
  const statements = ofCall().filter(({ name }) => name === 'select' || name === 'with')
  expect(request?.parentSpanId).toBe('b7ad6b7169203331')
  expect(transaction?.parentSpanId).toBe(request?.spanId)
  expect(statements.length).toBeGreaterThan(0)
  for (const { parentSpanId } of statements) expect(parentSpanId).toBe(transaction?.spanId)
  expect(new Set(collector.received.map(({ path, key }) => `${path} ${key}`))).toEqual(
    new Set(['/v1/traces la clave']),
  )
  const sent = collector.received.map(({ text }) => text).join('\n')
  for (const secret of [as, 'empresa@demo.example', demoPassword, 'Hotel', 'la clave', 'secreta'])
    expect(sent).not.toContain(secret)
  const line = output()
    .split('\n')
    .find(each => each.includes('"route":"/api/documents"'))
  expect(JSON.parse(String(line))).toMatchObject({ trace: traceId })
  await expect
    .poll(() => collector.spans().some(({ name }) => name.startsWith('outbox ')), { timeout: 20_000 })
    .toBe(true)
})

test('a collector that is away delays nobody and stands in the log once', { timeout: 120_000 }, async () => {
  const { origin, output, stop } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  })
  const talk = talkTo(origin)
  const as = await talk.signIn('empresa')
  const told = () =>
    output()
      .split('\n')
      .filter(line => line.includes('traces: the collector does not take them'))
  await expect.poll(told, { timeout: 20_000 }).toHaveLength(1)
  for (let turn = 0; turn < 20; turn++)
    expect(await talk.get('/api/documents', as)).toMatchObject({ status: 200 })
  expect(await stop()).toBe(0)
  expect(told()).toHaveLength(1)
})
