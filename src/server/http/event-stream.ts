/** Server-sent events: one answer that goes on, closed by either side. */
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type EventStream = {
  send(event: string, data: unknown): void
  end(): void
  /** Runs once, whoever ended it. */
  onEnd(listener: () => void): void
}

/** A reader this far behind reads no more: it will come back and look. */
const longestBacklog = 64 * 1024

export function openEventStream(reply: FastifyReply): EventStream {
  const body = new PassThrough()
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // A proxy that gathered events before passing them on would make them late.
    'x-accel-buffering': 'no',
    // Nothing comes after it: a program that stops need not wait for the connection.
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
