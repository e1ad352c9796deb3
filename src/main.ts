/** Configuration → database → HTTP → workers. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { buildApp } from '#app/api.ts'
import { product } from '#app/product.ts'
import { readyLines } from '#app/ready.ts'
import { startWorkers } from '#app/workers.ts'
import { buildDemo, demoAccounts } from '#demo/demo.ts'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { newLog } from '#server/log.ts'
import { prepareDatabase } from '#server/migrate.ts'
import { secretOf } from '#server/secret.ts'
import { refuseToStart, stopOnSignal } from '#server/start.ts'

z.config(z.locales.es())

let embedded: EmbeddedPostgres | null = null
try {
  const config = readConfig(process.env)
  const { dataDir, origin, demo, throwawayDatabase: throwaway } = config
  const log = newLog(config.logLevel)
  const secret = secretOf(config)
  if (!config.databaseUrl)
    embedded = await startEmbeddedPostgres({ home: join(dataDir, 'postgres'), throwaway })
  const ownerUrl = config.databaseUrl ?? embedded?.url ?? ''
  const { appUrl } = await prepareDatabase(ownerUrl, { throwaway, appUrl: config.databaseAppUrl })
  const db = openDb(appUrl, { onError: error => log.warn({ err: error }, 'a database connection was lost') })
  const meta = { product, demo, demoAccounts: demo ? demoAccounts : [] }
  const pages = fileURLToPath(new URL('../dist', import.meta.url))
  const dev = { outbox: config.outboxPage, clock: config.testMode }
  const app = buildApp({ ...config, db, log, secret, pages, dev, meta: () => meta })
  if (demo) await buildDemo({ db, passwords: app.passwords, files: app.files })
  await app.http.listen({ host: config.host, port: config.port })
  const workers = startWorkers({ db, log, secret, files: app.files }, config)
  process.stdout.write(readyLines(origin, meta, dev))
  stopOnSignal(log, async () => {
    await app.http.close()
    await workers.stop()
    await db.close()
    await embedded?.stop()
  })
} catch (error) {
  await embedded?.stop().catch(() => {})
  refuseToStart(error)
}
