import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends bytes with an ETag. The browser may cache them, but must revalidate each time, so that a lost permission takes
 * effect; unchanged bytes are answered with 304 and do not travel again.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(Buffer.from(bytes))
}
