// One throw-away PostgreSQL for the whole run, with one migrated database that every test file copies.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { makeClusterTemplate } from '#tests/support/cluster.ts'
import { asMaintenance } from '#tests/support/maintenance.ts'
import { type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of the template database. */
    templateUrl: string
    /** Address of the PgBouncer that the program's connections go through: `TEST_DATABASE_THROUGH=pgbouncer`. */
    poolerUrl: string | null
    /** Addresses of the nodes, the template's first: more than one on a cluster. */
    nodeUrls: readonly string[]
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const clusterUrl = process.env.TEST_DATABASE_URL
  if (clusterUrl) return setUpOnCluster(project, clusterUrl)
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'visto-bueno-test-'))
  const server = await startEmbeddedPostgres({ home, throwaway: true })
  let pooler: PgBouncer | null = null
  const tearDown = async () => {
    await pooler?.stop()
    await server.stop()
    await fs.rm(home, { recursive: true, force: true })
  }
  try {
    const { appUrl, platformUrl } = await prepareDatabase(server.url, { throwaway: true })
    if (process.env.TEST_DATABASE_THROUGH === 'pgbouncer')
      pooler = await startPgBouncer([appUrl, platformUrl], 8)
    project.provide('poolerUrl', pooler?.through(appUrl) ?? null)
    if (project.name !== 'long') await planOnce(server.url)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('templateUrl', server.url)
  project.provide('nodeUrls', [server.url])
  return tearDown
}

/**
 * Each prepared statement is planned once: PostgreSQL would plan its first five runs for their values, and tests seldom
 * come further. Half of all that the database worked for them was that. Those that measure (`long`) are planned as the
 * product is.
 */
const planOnce = (url: string): Promise<void> =>
  asMaintenance(url, async client => {
    await client.query('alter system set plan_cache_mode = force_generic_plan')
    await client.query('select pg_reload_conf()')
  })

/** A running Citus cluster, on which the template is distributed: `TEST_DATABASE_URL`. */
async function setUpOnCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const template = await makeClusterTemplate(url)
  project.provide('templateUrl', template.url)
  project.provide('nodeUrls', template.nodeUrls)
  project.provide('poolerUrl', null)
  return template.drop
}
