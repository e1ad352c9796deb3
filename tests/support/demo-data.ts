// The demo, built once for a whole run of journeys: each of their programs begins with a copy of its data.
import fs from 'node:fs'
import { oneForMany, type RunningServer, startServer, temporaryFolder } from './server.ts'

const variable = 'JOURNEYS_DEMO_DATA'

/** Playwright calls it before the first journey, and what it returns after the last. */
export default async function buildDemoData(): Promise<() => void> {
  const folder = temporaryFolder()
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  try {
    const server = await startServer({ ...oneForMany, DATA_DIR: folder })
    await server.stop()
  } catch (error) {
    remove()
    throw error
  }
  // The workers inherit it.
  process.env[variable] = folder
  return remove
}

export function startDemo(env: Record<string, string> = {}): Promise<RunningServer> {
  return startServer({ HEIC_PICTURES: '1', ...env }, process.env[variable])
}
