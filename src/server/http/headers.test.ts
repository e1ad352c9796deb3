// Headers that tell a browser its limits stand in every answer, whoever asked and however badly.
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newServer } from '#server/http/server.ts'
import { commonProblem } from '#server/problems.ts'

const http = newServer(pino({ level: 'silent' }))
let port = 0
beforeAll(async () => {
  http.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>página</p>'))
  http.get('/refused', async () => {
    throw commonProblem('forbidden')
  })
  http.get('/broken', async () => {
    throw new Error('a bug')
  })
  port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => http.close())

/** Head of the answer to these bytes. */
async function headFrom(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(bytes)
  return (await text(socket)).split('\r\n\r\n')[0] ?? ''
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

test.each([
  ['a page', 200, get('/page')],
  ['a refusal', 403, get('/refused')],
  ['a fault of ours', 500, get('/broken')],
  ['an address that is none', 404, get('/nothing')],
  ['an address that cannot be read', 400, get('/%zz')],
  ['another method', 404, get('/page').replace('GET', 'TRACE')],
  ['what is no HTTP', 400, 'hola\r\n\r\n'],
])(
  '%s: no framing, no sniffing, no referrer, TLS for a year with all below, our own scripts alone',
  async (_, status, bytes) => {
    const head = await headFrom(bytes)
    expect(head).toContain(`HTTP/1.1 ${status} `)
    const policy = /^content-security-policy: (.*)$/m.exec(head)?.[1] ?? ''
    for (const part of [
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part)
    expect(head).toContain('strict-transport-security: max-age=31536000; includeSubDomains')
    expect(head).toContain('x-content-type-options: nosniff')
    expect(head).toContain('referrer-policy: no-referrer')
  },
)
