// Address of a request behind proxies: limits on attempts are counted by it.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newServer } from '#server/http/server.ts'

type Sent = { readonly hops: number; readonly peer: string; readonly forwarded?: string }

async function seen({ hops, peer, forwarded }: Sent) {
  const http = newServer(pino({ level: 'silent' }), { trustedProxyHops: hops })
  http.get('/', async request => ({ ip: request.ip, host: request.host }))
  const headers = { host: 'visto.test', ...(forwarded && { 'x-forwarded-for': forwarded }) }
  const answer = await http.inject({
    url: '/',
    remoteAddress: peer,
    headers: { ...headers, ...(hops === 0 && { 'x-forwarded-host': 'evil.example' }) },
  })
  await http.close()
  return answer.json<{ ip: string; host: string }>()
}

test.each<[string, Sent, string]>([
  ['without proxies the header is ignored', { hops: 0, peer: '10.0.0.2', forwarded: '9.9.9.9' }, '10.0.0.2'],
  ['one proxy says who asked', { hops: 1, peer: '10.0.0.2', forwarded: '9.9.9.9' }, '9.9.9.9'],
  ['so it does over IPv6', { hops: 1, peer: '::ffff:127.0.0.1', forwarded: '9.9.9.9' }, '9.9.9.9'],
  [
    'what the caller wrote before it is not believed',
    { hops: 1, peer: '10.0.0.2', forwarded: '1.1.1.1, 9.9.9.9' },
    '9.9.9.9',
  ],
  ['two proxies', { hops: 2, peer: '::1', forwarded: '1.1.1.1, 9.9.9.9, 8.8.8.8' }, '9.9.9.9'],
  [
    'who reaches us directly cannot play the proxy',
    { hops: 2, peer: '8.8.4.4', forwarded: '9.9.9.9' },
    '8.8.4.4',
  ],
  ['a proxy that forwards nothing is the one who asks', { hops: 1, peer: '192.168.1.7' }, '192.168.1.7'],
])('%s', async (_, sent, expected) => {
  expect(await seen(sent)).toEqual({ ip: expected, host: 'visto.test' })
})
