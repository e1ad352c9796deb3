/**
 * Folder for all that tests throw away, in memory where there is room: most of it is copies of a database of 700 small
 * files, and a disk's file system looks long for room for files when as many have just been removed.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'

/** Five times what a run takes at most. */
const enoughBytes = 2 * 1024 ** 3

/** Makes it the temporary folder of this process and those that it starts, until it ends; unless one is chosen. */
export function throwAwayInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  removeLeftovers()
  const folder = path.join(memory, `visto-bueno-${process.pid}`)
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o1777) // PostgreSQL runs as another account when we are root
  process.env.TMPDIR = folder
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(memory)
    return bavail * bsize > enoughBytes && os.freemem() > enoughBytes
  } catch {
    return false // another system
  }
}

/** Folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of fs.readdirSync(memory)) {
    const [, pid] = name.match(/^visto-bueno-(\d+)$/) ?? []
    if (pid && !fs.existsSync(`/proc/${pid}`))
      fs.rmSync(path.join(memory, name), { recursive: true, force: true })
  }
}
