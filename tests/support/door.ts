// A door between the program and its database that a test may hold shut: sockets stay open, nothing moves.
import { once } from 'node:events'
import net from 'node:net'

export type Door = {
  readonly port: number
  /** Keeps whatever arrives on either side, until `flow`. */
  stall(): void
  flow(): void
  /** Pieces that are being kept and have this text. */
  kept(text: string): number
  /** Sends new connections to this port. */
  pointTo(port: number): void
  close(): Promise<void>
}

export async function openDoor(target: number): Promise<Door> {
  let port = target
  let isStalled = false
  let kept: { piece: Buffer; pass: () => void }[] = []
  const open = new Set<net.Socket>()

  const carry = (from: net.Socket, to: net.Socket): void => {
    open.add(from)
    from.setNoDelay(true)
    from.on('data', piece => {
      const pass = () => void (to.writable && to.write(piece))
      if (isStalled) kept.push({ piece, pass })
      else pass()
    })
    from.on('error', () => {}) // `close` follows
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }

  const server = net.createServer(client => {
    const database = net.connect(port, '127.0.0.1')
    carry(client, database)
    carry(database, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the door has no port')
  return {
    port: address.port,
    stall: () => {
      isStalled = true
    },
    flow: () => {
      isStalled = false
      const passing = kept
      kept = []
      for (const { pass } of passing) pass()
    },
    kept: text => kept.filter(({ piece }) => piece.includes(text)).length,
    pointTo: next => {
      port = next
    },
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
