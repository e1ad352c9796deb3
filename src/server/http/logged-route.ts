/**
 * Paths as logs and journals may store them. A path may contain a signed link, which would open its file for every
 * reader of the log, and a query string may contain a search or a code: neither is ever logged.
 */
import type { FastifyRequest } from 'fastify'

/** The pattern of the matched route (`/files/:token/:name`), or `page` for a path of the browser's application. */
export function loggedRoute(request: FastifyRequest): string {
  return request.is404 ? 'page' : (request.routeOptions.url ?? 'page')
}

/** The path with its ids, which name the object that was read; for a signed link its pattern alone. */
export function loggedPath(request: FastifyRequest): string {
  const route = loggedRoute(request)
  const path = request.url.split('?', 1)[0] ?? ''
  return (route.includes(':token') ? route : path).slice(0, 500)
}
