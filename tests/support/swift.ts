// A real S3 store: Debian's OpenStack Swift with its S3 interface, as one process on loopback.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { S3mini } from 's3mini'
import type { BucketSettings } from '#server/files/bucket.ts'
import { installPackage } from '#tests/support/debian.ts'
import { freePort } from '#tests/support/port.ts'

const program = fileURLToPath(new URL('swift-store.py', import.meta.url))
const python = '/usr/bin/python3'
/** Those that `swift-store.py` writes into its configuration. */
const keys = { region: 'eu-south-2', accessKey: 'test:tester', secretKey: 'testing' }
/** Another key to the same buckets. */
export const secondKey = { accessKey: 'test:second', secretKey: 'another' }

const isInstalled = (): boolean =>
  spawnSync(python, ['-c', 'import swift.common.middleware.s3api.s3api'], { cwd: '/' }).status === 0

/** True when Swift is here; on a bare Debian run as root it is installed. */
export function hasSwift(): boolean {
  if (!isInstalled()) installPackage('python3-swift')
  return isInstalled()
}

export type Store = {
  readonly port: number
  /** A new bucket. */
  makeBucket(name: string): Promise<BucketSettings>
  stop(): Promise<void>
}

export async function startSwift(): Promise<Store> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-swift-'))
  const port = await freePort()
  const child = spawn(python, [program, folder, String(port)], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/healthcheck`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`Swift ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    port,
    makeBucket: async name => {
      const settings = { address: `${origin}/${name}`, ...keys }
      await openObjects(settings).createBucket()
      return settings
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A client of its own, which sees what is in a bucket. */
export const openObjects = ({ address, region, accessKey, secretKey }: BucketSettings): S3mini =>
  new S3mini({ endpoint: address, region, accessKeyId: accessKey, secretAccessKey: secretKey })
