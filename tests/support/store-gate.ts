// A gate before an S3 store, which refuses keys that were deleted there.
import { once } from 'node:events'
import http from 'node:http'

export type StoreGate = {
  readonly port: number
  /** Requests signed with this key are answered 403 from now on, as by a store that does not have it any more. */
  refuse(accessKey: string): void
  stop(): Promise<void>
}

export async function openStoreGate(to: number): Promise<StoreGate> {
  const refused = new Set<string>()
  const server = http.createServer((request, response) => {
    const [, key = ''] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? []
    if (refused.has(key))
      return void response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>')
    const { method = 'GET', url, headers } = request
    const sent = http.request(
      { host: '127.0.0.1', port: to, method, path: url, headers, agent: false },
      answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the gate has no port')
  return {
    port: address.port,
    refuse: key => void refused.add(key),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
