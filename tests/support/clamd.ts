// A real clamd, Debian's, whose whole database is one signature: that of the EICAR test text.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installPackage } from '#tests/support/debian.ts'
import { freePort } from '#tests/support/port.ts'

/** The harmless text that every scanner finds. In parts, so that none finds it in this file. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE',
  '!$H+H*',
].join('')

/** True when clamd is here; on a bare Debian run as root it is installed. */
export function hasClamd(): boolean {
  if (findProgram('clamd') === null) installPackage('clamav-daemon')
  return findProgram('clamd') !== null
}

export type Clamd = {
  readonly socket: string
  readonly port: number
  /** Stops it where it stands: it takes connections, and says nothing. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export async function startClamd(): Promise<Clamd> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-clamd-'))
  const within = (name: string) => path.join(folder, name)
  const [socket, port] = [within('clamd.sock'), await freePort()]
  fs.mkdirSync(within('database'))
  fs.writeFileSync(within('database/test.ndb'), `Eicar-Test:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  fs.writeFileSync(
    within('clamd.conf'),
    `DatabaseDirectory ${within('database')}
LocalSocket ${socket}
TCPSocket ${port}
TCPAddr 127.0.0.1
Foreground yes
Bytecode no
StreamMaxLength 20M
`,
  )
  const child = spawn(findProgram('clamd') ?? '', ['-c', within('clamd.conf')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await connects(socket))) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    socket,
    port,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connects(socket: string): Promise<boolean> {
  const found = net.connect(socket)
  try {
    await once(found, 'connect')
    return true
  } catch {
    return false
  } finally {
    found.destroy()
  }
}
