/** The built pages: pre-compressed assets, cached for ever by hash, and the page itself for every path of the application. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { commonProblem } from '#server/problems.ts'

const serverPaths =
  /^\/(api|auth|rest|functions|files|exports|payment-batches|dev|problems|api-docs|healthz|readyz|metrics|\.well-known)(\/|$)/

/** A last segment with a dot names a file, which exists or is not found: no path of the application has one. */
const fileName = /\.[^/]*$/

/** Files without a route of their own, each of which would cost 7 KB of memory: assets have one route together. */
const byPattern = ['assets/**', '**/*.br', '**/*.gz']

const FirstPages = z.array(z.object({ pattern: z.string(), file: z.string() }))

export function servePages(app: FastifyInstance, folder: string): void {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      wildcard: false,
      globIgnore: byPattern,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(`${join(folder, 'assets')}/`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get<{ Params: { name: string } }>('/assets/:name', ({ params }, reply) =>
      reply.sendFile(`assets/${params.name}`),
    )
  }
  const findPage = isBuilt ? firstPages(folder) : () => 'index.html'
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.split('?', 1)[0] ?? ''
    const isNone = serverPaths.test(path) || fileName.test(path)
    if (!isBuilt || !isPage || isNone) throw commonProblem('not_found')
    return reply.sendFile(findPage(path))
  })
}

/** The page for a path: the one that preloads its screen's assets, or the plain one. */
function firstPages(folder: string): (pathname: string) => string {
  const list = join(folder, 'pages', 'pages.json')
  const pages = FirstPages.parse(JSON.parse(readFileSync(list, 'utf8')))
  const patterns = pages.map(({ pattern, file }) => ({ pattern: new RegExp(pattern), file }))
  return pathname => patterns.find(({ pattern }) => pattern.test(pathname))?.file ?? 'index.html'
}
