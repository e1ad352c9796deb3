// A body that trickles in holds its connection for a minute at most.
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newServer } from '#server/http/server.ts'

const log = pino({ level: 'silent' })
const half =
  'POST /kept HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n{"a":'

test('a request that does not arrive whole in time is ended with a problem', async () => {
  const http = newServer(log, { slowest: 400 })
  http.post('/kept', async () => ({ ok: true }))
  const address = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  const socket = net.connect(Number(address.port), address.hostname)
  socket.write(half)
  const trickle = setInterval(() => socket.write(' '), 50)
  const answer = await text(socket).finally(() => clearInterval(trickle))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ type: '/problems/too_slow' })
  await http.close()
})

test('unless it is told otherwise, that is a minute', async () => {
  const http = newServer(log)
  expect(http.server.requestTimeout).toBe(60_000)
  expect(http.server.headersTimeout).toBe(60_000)
  await http.close()
})
