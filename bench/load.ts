// A closed-loop load: so many keep-alive connections, each with one request under way, counted for a while.
import net from 'node:net'

/** A request: its first lines, up to the host. */
export type Shot = { readonly head: string; readonly body?: string }
export type Figures = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** Requests answered, whatever the answer. */
  readonly done: number
}

/** `next` makes the following request; answers other than 2xx count as failed. */
export async function load(
  port: number,
  seconds: number,
  connections: number,
  next: () => Shot,
): Promise<Figures> {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await connect(port)
      while (performance.now() < until) {
        const begun = performance.now()
        const { status } = await connection.send(next())
        times.push(performance.now() - begun)
        if (status < 200 || status > 299) failed++
      }
      connection.close()
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const elapsed = (performance.now() - started) / 1000
  return {
    perSecond: (times.length - failed) / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    done: times.length,
  }
}

/** `retryAfter` in seconds; 0 when the answer does not say. */
type Answer = { readonly status: number; readonly retryAfter: number }
type Connection = { send(shot: Shot): Promise<Answer>; close(): void }

export async function connect(port: number): Promise<Connection> {
  const socket = net.connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.setNoDelay(true)
  let pending: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  let buffer = Buffer.alloc(0)
  socket.on('data', chunk => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
    const answer = complete(buffer)
    if (answer === null || !pending) return
    buffer = Buffer.alloc(0)
    pending.resolve(answer)
  })
  socket.on('error', error => pending?.reject(error))
  socket.on('close', () => pending?.reject(new Error('the server closed the connection')))
  return {
    send: ({ head, body = '' }) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(`${head}host: bench\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }),
    close: () => {
      pending = null
      socket.destroy()
    },
  }
}

/** Null until the whole answer is here; both servers send a content-length. */
function complete(buffer: Buffer): Answer | null {
  const end = buffer.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = buffer.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (buffer.length < end + 4 + length) return null
  const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0)
  return { status: Number(head.slice(9, 12)), retryAfter }
}
