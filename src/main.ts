/** Configuration → database → HTTP → workers. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { buildApp } from '#app/api.ts'
import { product } from '#app/product.ts'
import { readyLines } from '#app/ready.ts'
import { startWorkers } from '#app/workers.ts'
import { buildDemo, demoAccounts } from '#demo/demo.ts'
import { resolveSecret } from '#server/auth/secret.ts'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/database/db.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { newLog } from '#server/log.ts'
import { release } from '#server/release.ts'
import { refuseToStart, stopOnSignal } from '#server/start.ts'

z.config(z.locales.es())

let embedded: EmbeddedPostgres | null = null
try {
  const config = readConfig(process.env)
  const { dataDir, origin, demo, throwawayDatabase: throwaway } = config
  const log = newLog(config.logLevel)
  const secret = resolveSecret(config)
  if (!config.databaseUrl)
    embedded = await startEmbeddedPostgres({ home: join(dataDir, 'postgres'), throwaway })
  const ownerUrl = config.databaseUrl ?? embedded?.url ?? ''
  const given = { appUrl: config.databaseAppUrl, platformUrl: config.databasePlatformUrl }
  const { appUrl, platformUrl, isDistributed } = await prepareDatabase(ownerUrl, { throwaway, ...given })
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const { preparesStatements, databaseListenUrl: listenUrl } = config
  const db = openDb(appUrl, { onError, preparesStatements, isDistributed })
  const platformDb = openDb(platformUrl, { onError, preparesStatements, isDistributed, size: 2 })
  const listenDb = listenUrl ? openDb(listenUrl, { onError, size: 1 }) : db
  const meta = {
    product,
    version: release,
    demo,
    demoAccounts: demo ? demoAccounts : [],
    selfSignup: config.selfSignup !== null,
    supportContact: config.supportContact,
  }
  const pages = fileURLToPath(new URL('../dist', import.meta.url))
  const dev = { outbox: config.outboxPage, clock: config.testMode }
  const app = buildApp({ ...config, db, platformDb, listenDb, log, secret, pages, dev, meta: () => meta })
  if (demo) await buildDemo({ db, passwords: app.passwords, files: app.files })
  await app.http.listen({ host: config.host, port: config.port })
  const workers = startWorkers({ db, log, secret, files: app.files, pictures: app.pictures }, config)
  process.stdout.write(readyLines(origin, meta, dev))
  stopOnSignal(log, async () => {
    await app.http.close()
    await workers.stop()
    await Promise.all([...new Set([db, platformDb, listenDb])].map(each => each.close()))
    await embedded?.stop()
  })
} catch (error) {
  await embedded?.stop().catch(() => {})
  refuseToStart(error)
}
