import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { InfectedFile, openScanner } from '#server/files/scanner.ts'
import { ProblemError } from '#server/problems.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-scanner-'))
const file = path.join(folder, 'file')
fs.writeFileSync(file, Buffer.alloc(1_000_000, 'a'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

type Reply = (socket: net.Socket) => void

/** Outcome of a file's scan when clamd does this to a connection; an answer is waited for longer than any takes. */
async function scanned(reply: Reply, waitMs = 30_000): Promise<unknown> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    reply(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a server has a port')
  try {
    return await openScanner(
      { host: '127.0.0.1', port: address.port },
      waitMs,
    )(file).then(
      () => 'clean',
      (error: unknown) => error,
    )
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Reads to the end of the file, then answers. */
const answers =
  (text: string): Reply =>
  socket => {
    let received = 0
    let end = Buffer.alloc(0)
    socket.on('data', chunk => {
      received += chunk.length
      end = Buffer.concat([end, chunk]).subarray(-4)
      if (received > 1_000_000 && end.equals(Buffer.alloc(4))) socket.write(text)
    })
  }

const problemFrom = (error: unknown) => (error instanceof ProblemError ? error.problem.type : error)

describe('a scanner', () => {
  it('keeps a file only for the one word that says so', async () => {
    expect(await scanned(answers('stream: OK\0'))).toBe('clean')
  })

  it('says what it found, by a name that is plain text', async () => {
    const found = await scanned(answers('stream: Win.<b>Test\u202e-1 FOUND\0'))
    expect(found).toBeInstanceOf(InfectedFile)
    expect(found).toMatchObject({ found: 'Win.bTest-1', problem: { type: '/problems/file_infected' } })
  })

  it.each<[string, Reply]>([
    ['answers that it could not', answers('stream: INSTREAM size limit exceeded. ERROR\0')],
    ['answers something else', answers('stream: OK, perhaps\0')],
    ['answers for ever', socket => void socket.write('a'.repeat(5000))],
    ['answers in part, and closes', socket => void socket.end('stream: O')],
    ['closes without an answer', socket => void socket.end()],
    ['cuts the connection', socket => void socket.resetAndDestroy()],
  ])('that %s lets no file through', async (_, reply) => {
    expect(problemFrom(await scanned(reply))).toBe('/problems/scanner_unavailable')
  })

  it.each<[string, Reply]>([
    ['says nothing', () => {}],
    ['reads, and says nothing', socket => void socket.resume()],
  ])('that %s lets no file through, and is waited for so long', async (_, reply) => {
    expect(await scanned(reply, 200)).toMatchObject({
      cause: { message: 'clamd has not answered after 200 ms' },
      problem: { type: '/problems/scanner_unavailable' },
    })
  })
})
