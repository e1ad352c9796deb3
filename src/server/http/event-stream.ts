/** Server-sent events: one response that stays open until either side closes it. */
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type EventStream = {
  send(event: string, data: unknown): void
  end(): void
  /** Runs once, whichever side ended the stream. */
  onEnd(listener: () => void): void
}

/** Bytes of backlog at which a slow reader is cut off: it reconnects, and reads its screens again. */
const longestBacklog = 64 * 1024

export function openEventStream(reply: FastifyReply): EventStream {
  const body = new PassThrough()
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // A proxy that buffered events would delay them.
    'x-accel-buffering': 'no',
    // No request follows on this connection: a stopping program need not wait for it.
    connection: 'close',
  })
  reply.send(body)
  return {
    send: (event, data) => {
      if (body.destroyed || body.writableEnded) return
      body.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (body.writableLength > longestBacklog) body.destroy()
    },
    end: () => void body.end(),
    onEnd: listener => void body.once('close', listener),
  }
}
