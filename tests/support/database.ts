// A database of its own for a test file: a copy of the migrated template, some 60 ms. Copied page by page through the
// journal, as PostgreSQL does of itself, its 700 small files take five times as long.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { prepareDatabase } from '#server/database/migrate.ts'
import { asMaintenance } from '#tests/support/maintenance.ts'
import { carriesPrepared } from '#tests/support/pgbouncer.ts'

export type TestDatabase = {
  /** Superuser: sees and may do everything. */
  ownerUrl: string
  /** Connection of the program: bound by row level security. */
  appUrl: string
  /** Connection of the platform's screens. */
  platformUrl: string
  /** Options of the program's connections: not every PgBouncer carries prepared statements along. */
  pooling: { preparesStatements: boolean; isDistributed: boolean }
  drop(): Promise<void>
}

export async function freshDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const nodes = inject('nodeUrls')
  for (const node of nodes) await copyTemplate(new URL(node), template.pathname.slice(1), name)
  const own = new URL(template)
  own.pathname = `/${name}`
  const { appUrl, platformUrl, isDistributed } = await prepareDatabase(own.href, { throwaway: true })
  const drop = async () => {
    for (const node of nodes)
      await asMaintenance(node, client => client.query(`drop database ${name} with (force)`))
  }
  return {
    ownerUrl: own.href,
    appUrl: throughPooler(appUrl),
    platformUrl: throughPooler(platformUrl),
    pooling: { preparesStatements: inject('poolerUrl') === null || carriesPrepared(), isDistributed },
    drop,
  }
}

function throughPooler(url: string): string {
  const pooler = inject('poolerUrl')
  return pooler === null ? url : Object.assign(new URL(url), { host: new URL(pooler).host }).href
}

async function copyTemplate(node: URL, source: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await asMaintenance(node.href, client =>
        client.query(`create database ${name} template ${source} strategy file_copy`),
      )
      return
    } catch (error) {
      // 55006: the other worker is copying, or a connection to the template has not quite gone.
      const isBusy = error instanceof pg.DatabaseError && error.code === '55006'
      if (!isBusy || attempt === 100) throw error
      await sleep(50)
    }
  }
}
