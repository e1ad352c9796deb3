/**
 * HTTP of the official client's wire: bodies are JSON whatever their content type, and CORS headers let pages of
 * configured origins read our answers.
 */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** CORS for these origins: compared whole and never reflected; without cookies there are no credentials to allow. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'apikey',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
      'accept-profile',
      'content-profile',
      'prefer',
      'range',
      'x-region',
      'x-retry-count',
      'traceparent',
      'tracestate',
      'baggage',
    ],
    exposedHeaders: ['x-supabase-api-version', 'content-range', 'x-total-count', 'retry-after'],
    maxAge: 600,
  })
}

/** Parses every body as JSON. An empty one counts as absent: the client's sign-out declares JSON and sends nothing. */
export function parseJsonAlone(app: FastifyInstance, unreadable: () => Error): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body))
      done(null, text === '' ? undefined : JSON.parse(text))
    } catch {
      done(unreadable())
    }
  })
}
