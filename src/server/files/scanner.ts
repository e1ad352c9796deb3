/**
 * Scanner of malware: a clamd, over its socket or a port, given each file by `INSTREAM`. Without its word nothing is
 * kept: a clamd that is away, slow, or says anything but yes or no, refuses the file for now.
 */
import { createReadStream } from 'node:fs'
import net from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commonProblem, outageProblem, ProblemError } from '#server/problems.ts'

/** Path of a socket (`/run/clamav/clamd.ctl`), or host and port. */
export type ScannerAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** Resolves for a file in which nothing was found. @throws InfectedFile, `scanner_unavailable` */
export type Scan = (path: string) => Promise<void>

/** Infection that a scanner found in a file, by the name that it gives it. */
export class InfectedFile extends ProblemError {
  readonly found: string

  constructor(found: string) {
    super(commonProblem('file_infected').problem)
    this.found = found
  }
}

const patienceMs = 10_000
const longestAnswer = 1000
const longestName = 100

export const openScanner =
  (address: ScannerAddress, waitMs = patienceMs): Scan =>
  async path => {
    const answer = await ask(address, path, waitMs).catch(error => {
      throw outageProblem('scanner_unavailable', error)
    })
    const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
    if (found !== undefined) throw new InfectedFile(found.replace(/[^\w.:+ -]/g, '').slice(0, longestName))
    if (answer !== 'stream: OK')
      throw outageProblem('scanner_unavailable', new Error(`clamd answered: ${answer}`))
  }

/** The answer of clamd to one file. */
async function ask(address: ScannerAddress, path: string, waitMs: number): Promise<string> {
  const socket = net.connect(address)
  const patience = setTimeout(
    () => socket.destroy(new Error(`clamd has not answered after ${waitMs} ms`)),
    waitMs,
  )
  try {
    const answered = readAnswer(socket)
    const sent = pipeline(Readable.from(framed(path)), socket, { end: false })
    // It may answer, and close, before it has taken everything: then what it says counts.
    const [said, sending] = await Promise.allSettled([answered, sent])
    if (said.status === 'fulfilled' && said.value !== '') return said.value
    throw said.status === 'rejected'
      ? said.reason
      : new Error('clamd closed without an answer', { cause: sending })
  } finally {
    clearTimeout(patience)
    socket.destroy()
  }
}

async function readAnswer(socket: net.Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.length > longestAnswer) throw new Error('clamd answered more than an answer')
    if (text.endsWith('\0')) break
  }
  return text.replace(/\0$/, '')
}

/** The command, then the file in chunks that each begin with their length; an empty one ends it. */
async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of createReadStream(path)) yield Buffer.concat([lengthPrefix(chunk.length), chunk])
  yield lengthPrefix(0)
}

function lengthPrefix(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
