// A disk of a few megabytes, in memory, which a test fills to the last byte. Mounting one takes root.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type SmallDisk = {
  readonly folder: string
  /** Takes all of its room but so many bytes. */
  fill(leaving?: number): void
  /** Gives back what `fill` took. */
  empty(): void
  unmount(): void
}

/** True where a test may mount one; a container may forbid it to root, too. */
export function canMountDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-disk-'))
  const isMounted = mount(folder, 1).status === 0
  if (isMounted) spawnSync('umount', [folder])
  fs.rmdirSync(folder)
  return isMounted
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-disk-'))
  const { status, stderr } = mount(folder, megabytes)
  if (status !== 0) throw new Error(`no disk could be mounted: ${stderr}`)
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: (leaving = 0) => writeBallast(ballast, leaving),
    empty: () => fs.rmSync(ballast, { force: true }),
    unmount: () => {
      // Lazily: a program that ends a moment later holds it no longer then.
      spawnSync('umount', ['--lazy', folder])
      fs.rmdirSync(folder)
    },
  }
}

const mount = (folder: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'visto-bueno-test', folder], {
    encoding: 'utf8',
  })

const piece = Buffer.alloc(4096, 'x')

function writeBallast(file: string, leaving: number): void {
  const handle = fs.openSync(file, 'a')
  try {
    while (room(file) > leaving) fs.writeSync(handle, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    fs.closeSync(handle)
  }
}

function room(file: string): number {
  const { bavail, bsize } = fs.statfsSync(file)
  return bavail * bsize
}
