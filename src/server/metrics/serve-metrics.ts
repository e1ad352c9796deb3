/** Metrics for Prometheus, on a port of their own that nobody else is to reach: they say how much work there is. */
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

export type MetricsServer = { readonly port: number; stop(): Promise<void> }

/** Answers `GET /metrics`, and nothing else. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 10_000 },
    async (request, response) => {
      if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
        response.writeHead(404).end()
        return
      }
      try {
        const text = await registry.metrics()
        response.writeHead(200, { 'content-type': registry.contentType, connection: 'close' }).end(text)
      } catch {
        response.writeHead(500).end()
      }
    },
  )
  server.listen(port, host)
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  // Later faults are of one connection: the process goes on.
  server.on('error', () => {})
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
