/**
 * Addresses as logs and journals may keep them. A path may carry a signed link, which opens what it leads to for
 * whoever reads it, and a query string may carry a search or a code: neither is ever written down.
 */
import type { FastifyRequest } from 'fastify'

/** The pattern of the route that answered (`/files/:token/:name`), or `page` for an address of the application. */
export function loggedRoute(request: FastifyRequest): string {
  return request.is404 ? 'page' : (request.routeOptions.url ?? 'page')
}

/** The path with its ids, to say what was looked at; of a signed link its pattern alone. */
export function loggedPath(request: FastifyRequest): string {
  const route = loggedRoute(request)
  const path = request.url.split('?', 1)[0] ?? ''
  return (route.includes(':token') ? route : path).slice(0, 500)
}
