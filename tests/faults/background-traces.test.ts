// Traces of what runs behind the answers: mails, webhooks and housekeeping, each with a trace of its own.
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { every } from '#server/jobs/every.ts'
import { openTraces } from '#server/traces/collector.ts'
import { startCollector } from '#tests/support/collector.ts'
import { link, startMails } from '#tests/support/mails.ts'
import { answers } from '#tests/support/receivers.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

const log = pino({ level: 'silent' })
const collector = await startCollector()
const traces = await openTraces(
  { url: `${collector.url}/v1/traces`, headers: {}, share: 1, service: 'visto-bueno' },
  { log, release: '0' },
)
afterAll(async () => {
  await traces.stop()
  await collector.stop()
})
const desk = webhookDesk('trazas')
const patience = { timeout: 15_000 }

const named = (name: string) => collector.spans().filter(span => span.name === name)
type Span = ReturnType<typeof named>[number]
const said = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
const sent = () => collector.received.map(({ text }) => text).join('\n')

test('a mail is a trace with its transport, which says whether it was taken and nothing of whom it goes to', async () => {
  const mails = await startMails()
  await mails.queue()
  await mails.deliver()
  mails.smtp.mood = 'later'
  await mails.queue({ to: 'luis@norte.example', kind: 'invitation' })
  await mails.deliver()
  await expect.poll(() => named('mail delivery').length, patience).toBe(2)
  const [taken, refused] = named('mail delivery')
  const transports = named('mail transport')
  expect(transports.map(({ parentSpanId, status }) => [parentSpanId, status?.code === 2])).toEqual([
    [taken?.spanId, false],
    [refused?.spanId, true],
  ])
  for (const delivery of [taken, refused]) expect(delivery?.parentSpanId ?? '').toBe('')
  expect(taken && said(taken)).toMatchObject({
    'visto_bueno.mail_kind': 'recovery',
    'visto_bueno.attempt': 1,
    'visto_bueno.mail_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const saved = collector
    .spans()
    .filter(({ parentSpanId, name }) => parentSpanId === taken?.spanId && name === 'update')
  expect(saved).toHaveLength(1)
  for (const secret of ['ana@norte.example', 'luis@norte.example', 'Restablece', link, 'Greylisted'])
    expect(sent()).not.toContain(secret)
  await mails.stop()
})

test('a visit to a webhook is a trace with its calls, their statuses and no address', async () => {
  const receiver = await desk.receiver(answers(503))
  const made = await desk.webhook(`${receiver.url}/secreto-de-la-direccion`)
  await desk.approve()
  await desk.tell()
  await expect.poll(() => named('webhook call').length, patience).toBeGreaterThan(0)
  const [visit] = named('webhook visit')
  const [call] = named('webhook call')
  expect(visit && said(visit)).toEqual({
    'visto_bueno.company_id': desk.cast.companyId,
    'visto_bueno.webhook_id': made.id,
  })
  expect(call?.parentSpanId).toBe(visit?.spanId)
  expect(call?.status?.code).toBe(2)
  expect(call && said(call)).toMatchObject({
    'http.response.status_code': 503,
    'error.type': 'status_503',
    'visto_bueno.attempt': 1,
  })
  const steps = collector.spans().filter(({ parentSpanId }) => parentSpanId === visit?.spanId)
  expect(steps.map(({ name }) => name).toSorted()).toEqual([
    'webhook call',
    'write transaction',
    'write transaction',
  ])
  for (const secret of ['secreto-de-la-direccion', made.secret, `127.0.0.1:${receiver.port}`])
    expect(sent()).not.toContain(secret)
})

test('housekeeping is a trace by its name, alone, and one that fails says so', async () => {
  let runs = 0
  const timer = every(0.01, log, 'sweep', async () => {
    runs += 1
    await desk.app.db.pool.query('select 1 as swept')
    if (runs === 2) throw new RangeError('la cuenta de Ana')
  })
  await expect.poll(() => runs, patience).toBeGreaterThan(2)
  await timer.stop()
  await expect.poll(() => named('housekeeping sweep').length, patience).toBeGreaterThan(2)
  const [first, second] = named('housekeeping sweep')
  expect([first?.status?.code, second?.status?.code]).toEqual([0, 2])
  expect(second && said(second)).toEqual({ 'error.type': 'RangeError' })
  expect(first?.traceId).not.toBe(second?.traceId)
  expect(collector.spans().filter(({ parentSpanId }) => parentSpanId === first?.spanId)).toEqual([])
  expect(sent()).not.toContain('la cuenta de Ana')
})
