/** When the last backup and the last good drill were: a mark in the data folder for each, which metrics show. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

export type MarkName = 'backup' | 'drill'

const Mark = z.object({ at: z.iso.datetime() })

export async function writeMark(dataDir: string, name: MarkName, at: Date, more: object = {}): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, `last-${name}.json`)
  await writeFile(`${file}.part`, `${JSON.stringify({ at: at.toISOString(), ...more })}\n`)
  await rename(`${file}.part`, file)
}

/** Null: there was none, or it cannot be read. */
export async function readMark(dataDir: string, name: MarkName): Promise<Date | null> {
  try {
    const text = await readFile(path.join(dataDir, `last-${name}.json`), 'utf8')
    return new Date(Mark.parse(JSON.parse(text)).at)
  } catch {
    return null
  }
}
