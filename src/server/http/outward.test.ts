import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutward } from '#server/http/outward.ts'
import { openReach } from '#server/http/reach.ts'
import { answers, type Receiver, stalls, startReceiver } from '#tests/support/receivers.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const trial = openReach({ privateNetworks: [], allowsLoopback: true })
const strict = openReach({ privateNetworks: [], allowsLoopback: false })
const headers = { 'content-type': 'application/json' }
const outward = openOutward({ reach: trial, totalMs: 400, answerMs: 200 })
const post = (url = receiver.url) => outward({ url, headers, body: '{"a":1}' })

test('a body arrives whole, and the answer comes back with its status', async () => {
  receiver.answering = answers(202, 'tomado')
  expect(await post()).toMatchObject({ status: 202, answer: 'tomado', retryAfterSeconds: null })
  expect(receiver.calls.at(-1)).toMatchObject({ path: '/in', body: '{"a":1}' })
  expect(receiver.calls.at(-1)?.headers).toMatchObject({ 'content-type': 'application/json' })
})

test('a redirect is an answer, and is not followed', async () => {
  receiver.answering = answers(307, '', { location: `http://127.0.0.1:${receiver.port}/elsewhere` })
  const before = receiver.calls.length
  expect(await post()).toMatchObject({ status: 307 })
  expect(receiver.calls.slice(before).map(({ path }) => path)).toEqual(['/in'])
})

test('a receiver that never answers is left after a time', async () => {
  receiver.answering = stalls
  expect(await post()).toMatchObject({ fault: 'takes_too_long' })
})

test('an answer that drips without end is taken as far as it has come', async () => {
  receiver.answering = response => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(drip))
  }
  const called = await post()
  expect(called).toMatchObject({ status: 200, answer: expect.stringMatching(/^a+$/) })
})

test('headers that drip without end are left after a time', async () => {
  receiver.answering = response => {
    const { socket } = response
    socket?.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket?.write('x-a: 1\r\n'), 20)
    socket?.on('close', () => clearInterval(drip))
  }
  expect(await post()).toMatchObject({ fault: 'takes_too_long' })
})

test('a receiver that changes the protocol is left', async () => {
  receiver.answering = ({ socket }) => {
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  }
  expect(await post()).toMatchObject({ fault: 'no_connection' })
})

test('a receiver that hangs up without an answer, or in the middle of one, is left', async () => {
  receiver.answering = ({ socket }) => socket?.end()
  expect(await post()).toMatchObject({ fault: 'no_connection' })
  receiver.answering = ({ socket }) => socket?.end('HTTP/1.1 200 OK\r\nx-a')
  expect(await post()).toMatchObject({ fault: 'no_connection' })
})

test('a receiver that says for ever that the answer will come is left after a time', async () => {
  receiver.answering = response => {
    const drip = setInterval(() => response.writeProcessing(), 20)
    response.on('close', () => clearInterval(drip))
  }
  expect(await post()).toMatchObject({ fault: 'takes_too_long' })
})

test('of an answer of megabytes the beginning is kept, and the rest is not waited for', async () => {
  receiver.answering = answers(500, 'x'.repeat(20 * 1024 * 1024))
  const called = await post()
  expect(called).toMatchObject({ status: 500 })
  expect('answer' in called && called.answer.length).toBe(2000)
})

test('what a text cannot hold is left out of an answer', async () => {
  receiver.answering = answers(200, 'a\u0000b\u001b[31mc\nd')
  expect(await post()).toMatchObject({ answer: 'a b [31mc\nd' })
})

test('a receiver says when it wants the next call', async () => {
  receiver.answering = answers(429, '', { 'retry-after': '120' })
  expect(await post()).toMatchObject({ status: 429, retryAfterSeconds: 120 })
  receiver.answering = answers(503, '', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
  const later = await post()
  expect('status' in later && later.retryAfterSeconds).toBeGreaterThan(50)
  receiver.answering = answers(503, '', { 'retry-after': 'mañana' })
  expect(await post()).toMatchObject({ retryAfterSeconds: null })
})

test('nobody there is an answer, not an error', async () => {
  const gone = await startReceiver()
  await gone.close()
  expect(await post(gone.url)).toMatchObject({ fault: 'no_connection' })
  expect(await post('no address')).toMatchObject({ fault: 'address_not_allowed' })
})

test.each([['127.0.0.1'], ['::ffff:127.0.0.1'], ['::1'], ['93.184.216.34', '10.0.0.1'], ['fd00::1']])(
  'a name that leads to %s %s is not connected to',
  async (...addresses) => {
    const before = receiver.calls.length
    const guarded = openOutward({ reach: strict, resolve: async () => addresses })
    const called = await guarded({ url: `https://sistema.example:${receiver.port}/in`, headers, body: '{}' })
    expect(called).toMatchObject({ fault: 'address_not_allowed' })
    expect(receiver.calls.length).toBe(before)
  },
)

test('a name is looked up anew for each call, so that one that changes its answer is checked again', async () => {
  const answersInTurn = [['127.0.0.1'], ['10.0.0.1']]
  const turning = openOutward({
    reach: trial,
    resolve: async () => answersInTurn.shift() ?? [],
    totalMs: 400,
  })
  receiver.answering = answers(204)
  const url = `https://sistema.example:${receiver.port}/in`
  // The receiver speaks no TLS: it was connected to.
  expect(await turning({ url, headers, body: '{}' })).not.toMatchObject({ fault: 'address_not_allowed' })
  expect(await turning({ url, headers, body: '{}' })).toMatchObject({ fault: 'address_not_allowed' })
  expect(await turning({ url, headers, body: '{}' })).toMatchObject({ fault: 'name_unknown' })
})

test('digits are checked when they are called, whatever was allowed when they were said', async () => {
  const guarded = openOutward({ reach: strict })
  for (const url of [receiver.url, `https://127.0.0.1:${receiver.port}/`, `https://[::1]:${receiver.port}/`])
    expect(await guarded({ url, headers, body: '{}' })).toMatchObject({ fault: 'address_not_allowed' })
})
