/** Configuration → database → HTTP → workers. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { buildApp } from '#app/api.ts'
import { product } from '#app/product.ts'
import { readyLines } from '#app/ready.ts'
import { buildDemo, demoAccounts } from '#demo/demo.ts'
import { sweepFiles } from '#features/files/commands.ts'
import { sweepSessions } from '#features/identity/commands/sweep.ts'
import { companiesWithPeople } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { orderNotices } from '#features/notifications/notices.ts'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { every } from '#server/every.ts'
import { sweepKeys } from '#server/idempotency.ts'
import { newLog } from '#server/log.ts'
import { prepareDatabase } from '#server/migrate.ts'
import { startOutbox } from '#server/outbox.ts'
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
  const given = config.databaseAppUrl ? { appUrl: config.databaseAppUrl } : {}
  const { appUrl } = await prepareDatabase(ownerUrl, { throwaway, ...given })
  const db = openDb(appUrl, { onError: error => log.warn({ err: error }, 'a database connection was lost') })
  const meta = { product, demo, demoAccounts: demo ? demoAccounts : [] }
  const pages = fileURLToPath(new URL('../dist', import.meta.url))
  const app = buildApp({ db, log, secret, origin, dataDir, pages, meta: () => meta })
  if (demo) await buildDemo({ db, passwords: app.passwords, files: app.files })
  await app.http.listen({ host: config.host, port: config.port })
  const outbox = startOutbox(db, orderNotices, log)
  const sweeper = every(3600, log, async () => {
    await sweepFiles(db, app.files)
    await sweepSessions(db)
    await sweepKeys(db, await companiesWithPeople(outsideAnyTransaction(db)))
  })
  process.stdout.write(readyLines(origin, meta))
  stopOnSignal(log, async () => {
    await app.http.close()
    await Promise.all([outbox.stop(), sweeper.stop()])
    await db.close()
    await embedded?.stop()
  })
} catch (error) {
  await embedded?.stop().catch(() => {})
  refuseToStart(error)
}
