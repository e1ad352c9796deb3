// Programs that tests need and the registry of packages has not: Debian's own.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** The file of a program, wherever Debian puts it; null when it is not here. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map(folder => path.join(folder, name)).find(file => fs.existsSync(file)) ?? null
}

/** Installs a package on a bare Debian or Ubuntu run as root, as most CI machines are; elsewhere does nothing. */
export function installPackage(name: string): void {
  if (process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: 'ignore', env }).status
  const install = ['install', '-y', '--no-install-recommends', name]
  if (apt(...install) === 0) return
  apt('update')
  apt(...install)
}
