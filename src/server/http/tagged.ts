import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A browser may keep these bytes and has to ask each time whether it still may see them: then it is told that
 * they are the same, and they do not travel again.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(Buffer.from(bytes))
}
