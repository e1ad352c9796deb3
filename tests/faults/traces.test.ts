// Traces in earnest: a program with a collector of traces, as an operator runs it, and the same with one that is away.
import { afterAll, expect, test } from 'vitest'
import { demoPassword } from '#demo/password.ts'
import { startCollector } from '#tests/support/collector.ts'
import { freePort } from '#tests/support/port.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ DEMO: '1', LOG_LEVEL: 'info', ...env })
  ends.push(() => server.stop())
  return server
}

test('a request is a trace of its transaction and its statements, in the trace of whoever calls, and says nothing of people', {
  timeout: 120_000,
}, async () => {
  const collector = await startCollector()
  ends.push(collector.stop)
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
