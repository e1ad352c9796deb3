// `npm run db:schema`: writes db/schema.sql from the migrations.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { schemaText } from './schema-text.ts'

const home = await fs.mkdtemp(path.join(os.tmpdir(), 'visto-bueno-schema-'))
const server = await startEmbeddedPostgres({ home, throwaway: true })
try {
  await prepareDatabase(server.url, { throwaway: true })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await fs.writeFile(new URL('../db/schema.sql', import.meta.url), await schemaText(client))
  await client.end()
} finally {
  await server.stop()
  await fs.rm(home, { recursive: true, force: true })
}
