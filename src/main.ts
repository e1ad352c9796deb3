/** Configuration → database → HTTP → workers. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { buildApp } from '#app/api.ts'
import { product } from '#app/product.ts'
import { readyLines } from '#app/ready.ts'
import { startWorkers } from '#app/workers.ts'
import { buildDemo, demoAccounts } from '#demo/demo.ts'
import { resolveSecret } from '#server/auth/secret.ts'
import { isSecretOfKeys } from '#server/auth/signing-keys.ts'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/database/db.ts'
import { reachDatabase } from '#server/database/serve.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { Draining } from '#server/http/draining.ts'
import { newHealthServer } from '#server/http/server.ts'
import { changeLevelOnSignal, newLog } from '#server/log.ts'
import { registerGauges } from '#server/metrics/gauges.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { release } from '#server/release.ts'
import { ConfigError } from '#server/settings.ts'
import { refuseToStart, returnMemory, stopOnSignal } from '#server/start.ts'
import { openTraces } from '#server/traces/collector.ts'

z.config(z.locales.es())

let embedded: EmbeddedPostgres | null = null
try {
  const config = readConfig(process.env)
  const { dataDir, origin, demo, throwawayDatabase: throwaway } = config
  const log = newLog(config.logLevel)
  changeLevelOnSignal(log)
  const secret = resolveSecret(config)
  if (!config.databaseUrl && !config.databaseAppUrl)
    embedded = await startEmbeddedPostgres({ home: join(dataDir, 'postgres'), throwaway })
  const reached = await reachDatabase(config.databaseUrl ?? embedded?.url ?? null, config)
  const { appUrl, platformUrl, isDistributed, yearsAbsent, newer } = reached
  if (yearsAbsent.length > 0)
    log.warn({ years: yearsAbsent }, 'years of growing tables are missing: npm run operator -- migrate')
  if (newer.length > 0)
    log.warn({ migrations: newer }, 'the database is newer than this program, which works with it')
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const { preparesStatements, databaseListenUrl: listenUrl, databaseNextPasswords: nextPasswords } = config
  const opened = { onError, preparesStatements, isDistributed, nextPasswords }
  const db = openDb(appUrl, opened)
  if (config.production && !(await isSecretOfKeys(db, secret)))
    throw new ConfigError(
      'APP_SECRET is not the secret of this database: it opens none of its signing keys. Set the right one; if it is lost, or if it changed without reseal, see docs/operations.md (Changing the secret)',
    )
  const platformDb = openDb(platformUrl, { ...opened, size: 2 })
  const listenDb = listenUrl ? openDb(listenUrl, { onError, nextPasswords, size: 1 }) : db
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
  const draining = new Draining()
  const metrics = config.metrics ? new Registry() : null
  const tracing = config.traces ? await openTraces(config.traces, { log, release }) : null
  const app = buildApp({
    ...config,
    draining,
    metrics,
    isTraced: tracing !== null,
    db,
    platformDb,
    listenDb,
    log,
    secret,
    pages,
    dev,
    meta: () => meta,
  })
  const pools = { app: db, platform: platformDb, ...(listenDb === db ? {} : { listen: listenDb }) }
  if (metrics) registerGauges(metrics, { release, dataDir, pools, draining, loads: app.loads })
  if (demo) await buildDemo({ db, passwords: app.passwords, files: app.files })
  const metering = metrics && config.metrics ? await serveMetrics(metrics, config.metrics) : null
  const http = config.role === 'worker' ? newHealthServer(log, db, draining) : app.http
  const { bucket, scanner } = config
  log.info(
    { bucket: bucket?.address ?? null, scanner },
    scanner ? 'files are scanned before they are kept' : 'files are not scanned (CLAMD_ADDRESS)',
  )
  await http.ready()
  returnMemory()
  await http.listen({ host: config.host, port: config.port })
  const parts = { db, log, secret, files: app.files, pictures: app.pictures, invite: app.invite }
  const workers = config.role === 'web' ? null : startWorkers(parts, config)
  process.stdout.write(readyLines(origin, meta, dev))
  const stop = async () => {
    await Promise.all([http.close(), app.http.close()])
    await workers?.stop()
    await metering?.stop()
    await tracing?.stop()
    await Promise.all([...new Set([db, platformDb, listenDb])].map(each => each.close()))
    await embedded?.stop()
  }
  stopOnSignal(log, { draining, drainSeconds: config.drainSeconds, stop })
} catch (error) {
  await embedded?.stop().catch(() => {})
  refuseToStart(error)
}
