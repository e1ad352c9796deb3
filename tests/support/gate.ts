// A gate before a server: it lets connections through, lets them wait without an answer, or cuts them.
import { once } from 'node:events'
import net from 'node:net'

type Mode =
  | 'open'
  /** Takes what is sent, and answers nothing. */
  | 'silent'
  /** Closes at once. */
  | 'shut'
  /** Cuts the connection after so many bytes in that direction. */
  | { readonly afterSent: number }
  | { readonly afterAnswered: number }

export type Gate = { readonly port: number; set(mode: Mode): void; stop(): Promise<void> }

export async function openGate(to: number): Promise<Gate> {
  let mode: Mode = 'open'
  const sockets = new Set<net.Socket>()
  const server = net.createServer(near => {
    if (mode === 'shut') return near.destroy()
    const far = net.connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.on('close', end)
    far.on('close', end)
    let [sent, answered] = [0, 0]
    near.on('data', chunk => {
      sent += chunk.length
      if (typeof mode === 'object' && 'afterSent' in mode && sent > mode.afterSent) return end()
      if (mode !== 'silent') far.write(chunk)
    })
    far.on('data', chunk => {
      answered += chunk.length
      if (typeof mode === 'object' && 'afterAnswered' in mode && answered > mode.afterAnswered) return end()
      if (mode !== 'silent') near.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a gate has a port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: address.port,
    // Connections of before are cut, so that every request meets the new mode.
    set: next => {
      mode = next
      cut()
    },
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
