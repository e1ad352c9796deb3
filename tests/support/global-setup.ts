// One throw-away PostgreSQL for the whole run, with one migrated database that every test file copies.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of the template database. */
    templateUrl: string
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'visto-bueno-test-'))
  const server = await startEmbeddedPostgres({ home, throwaway: true })
  const tearDown = async () => {
    await server.stop()
    await fs.rm(home, { recursive: true, force: true })
  }
  try {
    await prepareDatabase(server.url, { throwaway: true })
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('templateUrl', server.url)
  return tearDown
}
