// A company that pays from the account of the test's statements, with its desk and the moves at it.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { bankRoutes } from '#features/bank/api.ts'
import type { OpenLineWire } from '#features/bank/wire.ts'
import { mountBatches } from '#features/executions/api/batches.ts'
import { mountFiles } from '#features/files/api.ts'
import { maxFileBytes, storedMediaTypes } from '#features/files/wire.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { fileStore } from '#server/files/file-store.ts'
import { secret } from '#tests/support/app.ts'
import { payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, noPictures, ordersOf, startProduct } from '#tests/support/cast.ts'
import { uploadFile } from '#tests/support/upload.ts'

export async function startBankDesk() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-bank-'))
  const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: storedMediaTypes })
  const app = await startProduct({
    routes: bankRoutes({ files, product: 'Visto Bueno' }),
    mount: ({ http, db, tokens, limits }) => {
      mountBatches(http, { db, secret })
      mountFiles(http, {
        db,
        files,
        pictures: noPictures,
        authenticate: authenticator(tokens),
        secret,
        limits,
      })
    },
  })
  let names = 0
  /** Another company each time. */
  const company = async () => {
    names += 1
    const cast = await makeCast(app, `banco${names}`)
    await payFrom(app, cast)
    return { cast, desk: deskOf(cast) }
  }

  function deskOf(cast: Cast) {
    const orders = ordersOf(app, cast)
    const upload = (bytes: Buffer, as = cast.executor, name = 'extracto.xml') =>
      uploadFile(app, as, bytes, name)
    const send = (fileId: string, as = cast.executor) => orders.post('/api/bank/files', as, { fileId })
    const imported = async (bytes: Buffer, as = cast.executor) => send(await upload(bytes, as), as)
    const page = async (as = cast.executor) => (await app.ask('/api/bank/lines', { as })).body
    const lines = async (as = cast.executor): Promise<OpenLineWire[]> => (await page(as)).items
    const line = async (): Promise<OpenLineWire> => {
      const [only, ...more] = await lines()
      if (!only) throw new Error('no line waits')
      expect(more).toEqual([])
      return only
    }
    const settle = (some: readonly OpenLineWire[], as = cast.executor) =>
      orders.post('/api/bank/lines/settlement', as, { lines: some.map(asSeen) })
    return { orders, upload, send, imported, page, lines, line, settle }
  }

  const stop = async () => {
    await app.stop()
    fs.rmSync(folder, { recursive: true })
  }
  return { app, files, company, stop }
}

/** Line as a person settles it, with what they saw beside it. */
export const asSeen = ({ id, kind, payments }: OpenLineWire) => ({
  lineId: id,
  kind,
  payments: payments.map(({ documentId, payment }) => ({ documentId, payment })),
})
