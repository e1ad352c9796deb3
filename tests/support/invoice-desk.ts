// A company that receives invoices: its files, its provider with the tax id of the test's invoices, and its tray.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { mountFiles } from '#features/files/api.ts'
import { maxFileBytes, storedMediaTypes } from '#features/files/wire.ts'
import { mountInvoiceArchives } from '#features/invoices/api/archives.ts'
import { invoiceRoutes } from '#features/invoices/api.ts'
import { keepIn } from '#features/invoices/commands/keep.ts'
import { receivedReader } from '#features/invoices/commands/read-received.ts'
import { openReadings } from '#features/invoices/commands/readings.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { sql } from '#server/database/sql.ts'
import { type FileStore, fileStore } from '#server/files/file-store.ts'
import type { Route } from '#server/http/route.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, noPictures, startProduct } from '#tests/support/cast.ts'

export async function startInvoiceDesk(moreRoutes: (files: FileStore) => readonly Route[] = () => []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-invoices-'))
  const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: storedMediaTypes })
  let db: TestApp['db'] | undefined
  const readings = openReadings({
    patienceMs: 90_000,
    keep: async (file, invoice) => db && keepIn(db)(file, invoice),
  })
  const app = await startProduct({
    routes: [...invoiceRoutes({ readings, files }), ...moreRoutes(files)],
    mount: ({ http, db, tokens, limits }) => {
      const authenticate = authenticator(tokens)
      mountFiles(http, { db, files, pictures: noPictures, authenticate, secret, limits })
      mountInvoiceArchives(http, { db, files, authenticate, limits })
    },
  })
  db = app.db
  const readNext = receivedReader({ db: app.db, files })
  /** Reads all that waits in the company. */
  const readAll = async (companyId: string) => {
    while (await readNext(companyId));
  }
  /** A company that is billed as `A28000008`, and the provider `B12345674` of its client. */
  const billed = async (name: string): Promise<{ cast: Cast; issuer: string }> => {
    const cast = await makeCast(app, name)
    const issuer = await cast.make('/api/providers', {
      name: 'Cristales del Sur',
      taxId: 'B12345674',
      clientIds: [cast.clientId],
    })
    await app.tamper(sql`update company set tax_id = 'A28000008' where company_id = ${cast.companyId}`)
    return { cast, issuer }
  }
  const stop = async () => {
    await app.stop()
    fs.rmSync(folder, { recursive: true })
  }
  return { app, files, folder, billed, readAll, stop }
}

const years = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
const amount = { totalMinor: '1000000', currency: 'EUR' }

/** Id of a new project of the cast's people. */
const projectOn = (cast: Cast, name: string, clientId: string, contractId: string): Promise<string> =>
  cast.make('/api/projects', {
    name,
    clientId,
    totalMinor: '1000000',
    contractIds: [contractId],
    approverIds: cast.approverIds,
    executorIds: [cast.executorId],
  })

/** Id of a project whose contract pays the provider. */
export async function projectPaying(cast: Cast, providerId: string): Promise<string> {
  const { clientId } = cast
  const terms = { type: 'proveedor', clientId, providerId, description: 'Cristales' }
  const contractId = await cast.make('/api/contracts', { ...terms, ...amount, ...years })
  return projectOn(cast, 'Cristalería', clientId, contractId)
}

/** Id of a project of another client of the company. */
export async function projectOfAnotherClient(cast: Cast): Promise<string> {
  const email = cast.address('otrocliente')
  const clientId = await cast.make('/api/clients', { name: 'Otro cliente', email })
  const terms = { type: 'cliente', clientId, description: 'Obra' }
  const contractId = await cast.make('/api/contracts', { ...terms, ...amount, ...years })
  return projectOn(cast, 'Ajeno', clientId, contractId)
}
