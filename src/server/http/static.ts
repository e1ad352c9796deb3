/** The built pages: pre-compressed, hashed assets for ever, and the page itself for every address of the app. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { commonProblem } from '#server/problems.ts'

const serverPaths = /^\/(api|auth|rest|functions|files|dev|healthz|readyz)(\/|$)/

export function servePages(app: FastifyInstance, folder: string): void {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(`${join(folder, 'assets')}/`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isBuilt || !isPage || serverPaths.test(request.url)) throw commonProblem('not_found')
    return reply.sendFile('index.html')
  })
}
