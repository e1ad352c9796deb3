// A mail server that does as it is told: takes mails, refuses them, stalls, or is not there.
import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'

export type Received = { readonly from: string; readonly to: string; readonly message: string }

/** Answer of the server to a recipient. */
export type Mood = 'takes' | 'later' | 'never' | 'stalls' | 'loses the answer'

export type SmtpServer = {
  readonly url: string
  /** Mails accepted, oldest first. */
  readonly received: readonly Received[]
  /** Number of conversations that are open now, and were at once at most. */
  readonly open: { now: number; most: number }
  mood: Mood
  /** Passwords that it accepts, and without one of which it takes nothing. Null: it asks for none. */
  passwords: readonly string[] | null
  /** Takes mails, and remembers none. */
  clear(): void
  close(): Promise<void>
}

/** `onTaken`: called when a mail is taken, before that is said. */
export async function startSmtp(port = 0, onTaken: () => void = () => {}): Promise<SmtpServer> {
  const received: Received[] = []
  const open = { now: 0, most: 0 }
  const sockets = new Set<net.Socket>()
  const state: { mood: Mood; passwords: readonly string[] | null } = { mood: 'takes', passwords: null }
  const server = net.createServer(socket => {
    sockets.add(socket)
    open.now++
    open.most = Math.max(open.most, open.now)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      open.now--
    })
    converse(socket, state, mail => {
      received.push(mail)
      onTaken()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    open,
    url: `smtp://127.0.0.1:${own}`,
    get mood() {
      return state.mood
    },
    set mood(mood) {
      state.mood = mood
    },
    get passwords() {
      return state.passwords
    },
    set passwords(passwords) {
      state.passwords = passwords
    },
    clear: () => {
      state.mood = 'takes'
      received.length = 0
      open.most = 0
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}

type State = { readonly mood: Mood; readonly passwords: readonly string[] | null }

function converse(socket: net.Socket, state: State, take: (mail: Received) => void): void {
  const mood = () => state.mood
  let isKnown = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  let [from, to, message]: [string, string, string[] | null] = ['', '', null]
  say('220 visto.test ESMTP')
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line => {
    if (message !== null) {
      if (line !== '.') return void message.push(line.replace(/^\./, ''))
      take({ from, to, message: message.join('\r\n') })
      message = null
      if (mood() === 'loses the answer') return void socket.destroy()
      return say('250 2.0.0 taken')
    }
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT' && mood() === 'stalls') return
    if (verb === 'RCPT' && mood() === 'later') return say('451 4.3.0 try again later')
    if (verb === 'RCPT' && mood() === 'never') return say('550 5.1.1 nobody of that name')
    if (verb === 'STAR') return say('502 5.5.1 no encryption here')
    if (verb === 'AUTH') {
      isKnown = state.passwords?.includes(passwordIn(line)) ?? false
      return say(isKnown ? '235 2.7.0 welcome' : '535 5.7.8 who are you')
    }
    if (verb === 'MAIL' && state.passwords && !isKnown) return say('530 5.7.0 sign in first')
    if (verb === 'MAIL') from = addressIn(line)
    if (verb === 'RCPT') to = addressIn(line)
    if (verb === 'DATA') {
      message = []
      return say('354 go ahead')
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n')
    if (verb === 'EHLO' && state.passwords) say('250-visto.test\r\n250 AUTH PLAIN')
    else say(verb === 'EHLO' ? '250 visto.test' : '250 ok')
  })
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** Password of `AUTH PLAIN …`: the last of three words that a NUL parts. */
const passwordIn = (line: string) =>
  Buffer.from(line.split(' ')[2] ?? '', 'base64')
    .toString()
    .split('\0')[2] ?? ''
