// A load balancer, as operators have one in front of two nodes: it asks each for `/readyz`, shares requests among those
// that are ready, and sends a request to another node only where the first was never connected to.

import { once } from 'node:events'
import http from 'node:http'

type Node = { readonly origin: string; isReady: boolean; readonly underWay: Set<Promise<unknown>> }

export type Balancer = {
  readonly origin: string
  /** Answers so far, by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Requests that no node answered, and why. */
  readonly faults: readonly string[]
  /** Sends requests to a node, once it is ready. */
  readonly add: (origin: string) => Promise<void>
  /** Sends no more to a node, and waits for its answers. */
  readonly remove: (origin: string) => Promise<void>
  readonly stop: () => Promise<void>
}

const lookEveryMs = 100

export async function startBalancer(): Promise<Balancer> {
  const nodes = new Map<string, Node>()
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let turn = 0
  const ready = () => {
    const able = [...nodes.values()].filter(({ isReady }) => isReady)
    turn++
    return able.map((_, index) => able[(turn + index) % able.length]).filter(node => node !== undefined)
  }
  const server = http.createServer(async (request, response) => {
    try {
      const body = await readBody(request)
      for (const node of ready()) {
        const answer = await passOn(node, request, body)
        if (!answer) continue
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        response.writeHead(answer.status, answer.headers).end(answer.body)
        return
      }
      throw new Error('no node is ready')
    } catch (error) {
      faults.push(`${request.method} ${request.url}: ${error}`)
      response.writeHead(502).end()
    }
  })
  const looking = setInterval(() => nodes.forEach(look), lookEveryMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    statuses,
    faults,
    add: async origin => {
      const node = { origin, isReady: false, underWay: new Set<Promise<unknown>>() }
      await look(node)
      nodes.set(origin, node)
    },
    remove: async origin => {
      const node = nodes.get(origin)
      nodes.delete(origin)
      await Promise.allSettled(node?.underWay ?? [])
    },
    stop: async () => {
      clearInterval(looking)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function look(node: Node): Promise<void> {
  const signal = AbortSignal.timeout(2000)
  node.isReady = await fetch(`${node.origin}/readyz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function readBody(request: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

type Answer = {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/** Null where the node was not connected to. */
function passOn(node: Node, request: http.IncomingMessage, body: Buffer): Promise<Answer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
  const { method, headers, url } = request
  const sent = http.request(`${node.origin}${url}`, { ...(method ? { method } : {}), headers, agent: false })
  sent.on('error', error =>
    'code' in error && error.code === 'ECONNREFUSED' ? resolve(null) : reject(error),
  )
  sent.on('response', answer => {
    const { 'transfer-encoding': _, ...kept } = answer.headers
    readBody(answer).then(
      text =>
        resolve({ status: answer.statusCode ?? 0, headers: { ...kept, connection: 'close' }, body: text }),
      reject,
    )
  })
  sent.end(body)
  node.underWay.add(promise)
  const isOver = () => node.underWay.delete(promise)
  promise.then(isOver, isOver)
  return promise
}
