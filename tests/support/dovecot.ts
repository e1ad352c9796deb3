// A real IMAP server over TLS, Debian's Dovecot, with an authority of certificates of its own.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installPackage } from '#tests/support/debian.ts'
import { freePort } from '#tests/support/port.ts'

/** True when Dovecot is here and may run; on a bare Debian run as root it is installed. */
export function hasDovecot(): boolean {
  if (process.getuid?.() !== 0) return false
  if (findProgram('dovecot') === null) installPackage('dovecot-imapd')
  return findProgram('dovecot') !== null
}

export type Dovecot = {
  readonly port: number
  /** Certificate of its authority, as PEM, and the file that holds it. */
  readonly ca: string
  readonly caFile: string
  /** Puts a message into somebody's folder. */
  deliver(user: string, message: string | Buffer): void
  /** Messages of a folder, by their flags: `S` for seen. */
  flags(user: string, folder?: string): string[]
  makeFolder(user: string, folder: string): void
  /** Numbers all messages anew, as after a restored backup. */
  renumber(user: string): void
  stop(): Promise<void>
}

/** Everybody's password. */
export const mailPassword = 'contraseña de prueba'

export async function startDovecot(users: readonly string[]): Promise<Dovecot> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-dovecot-'))
  fs.chmodSync(folder, 0o755)
  const within = (...names: string[]) => path.join(folder, ...names)
  const port = await freePort()
  makeCertificates(folder)
  fs.writeFileSync(within('users'), users.map(user => `${user}:{PLAIN}${mailPassword}\n`).join(''))
  fs.mkdirSync(within('mail'))
  fs.writeFileSync(within('dovecot.conf'), settings(folder, port))
  fs.chownSync(within('mail'), idOf('-u'), idOf('-g'))
  const child = spawn(findProgram('dovecot') ?? '', ['-F', '-c', within('dovecot.conf')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await connects(port))) {
    if (child.exitCode !== null) throw new Error(`dovecot ended with ${child.exitCode}`)
    await sleep(50)
  }
  let count = 0
  const maildir = (user: string, name?: string) => within('mail', user, ...(name ? [`.${name}`] : []))
  const make = (where: string) => {
    for (const part of ['', 'cur', 'new', 'tmp']) {
      fs.mkdirSync(path.join(where, part), { recursive: true })
      fs.chownSync(path.join(where, part), idOf('-u'), idOf('-g'))
    }
  }
  for (const user of users) make(maildir(user))
  return {
    port,
    ca: fs.readFileSync(within('ca.pem'), 'utf8'),
    caFile: within('ca.pem'),
    deliver: (user, message) => {
      const name = `${Date.now()}.M${++count}.test`
      const written = path.join(maildir(user), 'tmp', name)
      fs.writeFileSync(written, message)
      fs.chownSync(written, idOf('-u'), idOf('-g'))
      fs.renameSync(written, path.join(maildir(user), 'new', name))
    },
    flags: (user, name) =>
      ['cur', 'new']
        .flatMap(part => fs.readdirSync(path.join(maildir(user, name), part)))
        .map(file => file.split(':2,')[1] ?? '')
        .toSorted(),
    makeFolder: (user, name) => make(maildir(user, name)),
    renumber: user => {
      for (const file of fs.readdirSync(maildir(user)))
        if (file.startsWith('dovecot')) fs.rmSync(path.join(maildir(user), file), { recursive: true })
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Number of the user that Debian's package makes, or of its group. */
const idOf = (which: '-u' | '-g'): number =>
  Number(execFileSync('id', [which, 'dovecot'], { encoding: 'utf8' }))

const settings = (folder: string, port: number) => `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/server.pem
ssl_key = <${folder}/server.key
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
auth_mechanisms = plain login
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=dovecot gid=dovecot home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`

function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '3650',
    '-subj',
    '/CN=Pruebas',
  )
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  fs.writeFileSync(path.join(folder, 'names'), 'subjectAltName=DNS:localhost\n')
  const signed = [
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '3650',
  ]
  openssl('x509', '-req', ...signed, '-extfile', 'names', '-out', 'server.pem')
}

async function connects(port: number): Promise<boolean> {
  const found = net.connect(port, '127.0.0.1')
  try {
    await once(found, 'connect')
    return true
  } catch {
    return false
  } finally {
    found.destroy()
  }
}
