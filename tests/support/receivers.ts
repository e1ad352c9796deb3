// Receivers of webhooks on this machine, which do as they are told: answer, refuse, stall, drip, or are not there.
import { once } from 'node:events'
import http from 'node:http'

export type ReceivedCall = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
  /** The body as it came. */
  readonly bytes: Buffer
}

/** Answer of the receiver to a call. */
export type Answering = (response: http.ServerResponse, call: ReceivedCall) => void

export type Receiver = {
  readonly url: string
  readonly port: number
  /** Calls received, oldest first. */
  readonly calls: ReceivedCall[]
  /** Number of calls that are open now, and were at once at most. */
  readonly open: { now: number; most: number }
  answering: Answering
  close(): Promise<void>
}

export const answers =
  (status: number, body = '', headers: Record<string, string> = {}): Answering =>
  response =>
    response.writeHead(status, headers).end(body)

/** Never answers. */
export const stalls: Answering = () => {}

export async function startReceiver(answering: Answering = answers(204)): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  const open = { now: 0, most: 0 }
  const server = http.createServer(async (request, response) => {
    open.now++
    open.most = Math.max(open.most, open.now)
    response.on('close', () => open.now--)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const bytes = Buffer.concat(chunks)
    const call = { path: request.url ?? '', headers, body: bytes.toString(), bytes }
    calls.push(call)
    receiver.answering(response, call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/in`,
    port,
    calls,
    open,
    answering,
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
