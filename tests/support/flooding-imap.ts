// A server of IMAP that signs everybody in, and answers what comes then without end.
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'

const flood = Buffer.from(`* LIST () "/" "${'a'.repeat(200)}"\r\n`.repeat(1000))
const ready = '* OK [CAPABILITY IMAP4rev1] ready\r\n'

export type FloodingImap = {
  readonly port: number
  /** Bytes that its clients have taken. */
  sent(): number
  stop(): void
}

/** `certificates`: folder with `server.pem` and `server.key`. */
export async function startFloodingImap(certificates: string): Promise<FloodingImap> {
  const read = (name: string) => fs.readFileSync(path.join(certificates, name))
  let sent = 0
  const server = tls.createServer({ cert: read('server.pem'), key: read('server.key') }, socket => {
    const pour = () => {
      while (!socket.destroyed && socket.write(flood)) sent += flood.length
      sent += flood.length
    }
    socket.on('error', () => {})
    socket.write(ready)
    socket.on('data', data => {
      const [tag = '', command = ''] = data.toString('latin1').split(/[ \r]/)
      if (command !== 'LIST') return socket.write(`${tag} OK\r\n`)
      socket.on('drain', pour)
      pour()
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere')
  return { port: address.port, sent: () => sent, stop: () => void server.close() }
}
