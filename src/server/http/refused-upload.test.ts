// An upload that is answered before its end leaves its connection to the next request.
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import multipart from '@fastify/multipart'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newServer } from '#server/http/server.ts'
import { commonProblem } from '#server/problems.ts'

test('an upload that is refused in its middle does not hold up the next request of its connection', async () => {
  const app = newServer(pino({ level: 'silent' }))
  await app.register(multipart)
  app.post('/files', async request => {
    const part = await request.file()
    let received = 0
    for await (const chunk of part?.file ?? []) {
      received += Buffer.from(chunk).length
      if (received > 300_000) throw commonProblem('storage_full')
    }
    return { received }
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const upload = async (bytes: number) => {
    const form = new Response(formWith(bytes))
    const body = Buffer.from(await form.arrayBuffer())
    const headers = { 'content-type': form.headers.get('content-type') ?? '', 'content-length': body.length }
    return new Promise<number>((resolve, reject) => {
      const asked = http.request(`${address}/files`, { method: 'POST', agent, headers }, async answer => {
        await buffer(answer)
        resolve(answer.statusCode ?? 0)
      })
      asked.on('error', reject).end(body)
    })
  }
  expect([await upload(4_000_000), await upload(1_000), await upload(4_000_000)]).toEqual([507, 200, 507])
  agent.destroy()
  await app.close()
})

function formWith(bytes: number): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'factura.pdf')
  return form
}
