/**
 * Payment batches, and the download of their file: one call records the download and answers a link, and the link
 * serves the file.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cancelBatch, confirmBatch, giveBack } from '#features/executions/commands/batches.ts'
import { makeBatch } from '#features/executions/commands/make-batch.ts'
import { downloadBatch, releaseBatch } from '#features/executions/commands/release-batch.ts'
import { batchWords } from '#features/executions/text/batches.ts'
import { batchDetail, batchFile, batchList } from '#features/executions/views/batches.ts'
import { candidates } from '#features/executions/views/candidates.ts'
import {
  BatchLinkWire,
  cancelPaymentBatch,
  confirmPaymentBatch,
  downloadPaymentBatch,
  getPaymentBatch,
  giveBackPayment,
  listPaymentBatches,
  releasePaymentBatch,
} from '#features/executions/wire/batches.ts'
import { makePaymentBatch, paymentCandidates } from '#features/executions/wire/make-batch.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { LinkWire, linkFor, linkSeconds, signLink } from '#server/auth/signed-link.ts'
import type { Db } from '#server/database/db.ts'
import { openLink } from '#server/http/open-link.ts'
import { type Route, read, write, writeLink } from '#server/http/route.ts'

const BatchLink = LinkWire.extend(BatchLinkWire.shape)

type BatchOptions = { readonly db: Db; readonly secret: Secret }

export function batchRoutes(secret: Secret): readonly Route[] {
  return [
    read(listPaymentBatches, (tx, actor, { query }) => batchList(tx, actor, query)),
    read(paymentCandidates, (tx, actor, { query }) => candidates(tx, actor, query)),
    read(getPaymentBatch, (tx, actor, { params }) => batchDetail(tx, actor, params.batchId)),
    write({ ...makePaymentBatch, takesLong: true }, batchWords, (tx, actor, { body }) =>
      makeBatch(tx, actor, body),
    ),
    write(releasePaymentBatch, batchWords, (tx, actor, { params, body }) =>
      releaseBatch(tx, actor, params.batchId, body.seen),
    ),
    writeLink(downloadPaymentBatch, batchWords, {
      made: BatchLink,
      command: async (tx, actor, { params: { batchId } }) => {
        const batch = await downloadBatch(tx, actor, batchId)
        if (isRefusal(batch)) return batch
        return { ...linkFor(actor, tx.now), batchId, sha256: batch.sha256 }
      },
      present: link => ({
        url: `/payment-batches/${signLink(secret, 'batch', link)}/${link.batchId}.xml`,
        sha256: link.sha256,
        expiresInSeconds: linkSeconds,
      }),
    }),
    write({ ...confirmPaymentBatch, takesLong: true }, batchWords, (tx, actor, { params, body }) =>
      confirmBatch(tx, actor, params.batchId, body),
    ),
    write(giveBackPayment, batchWords, (tx, actor, { params, body }) =>
      giveBack(tx, actor, params, body.reason),
    ),
    write(cancelPaymentBatch, batchWords, (tx, actor, { params, body }) =>
      cancelBatch(tx, actor, params.batchId, body.reason),
    ),
  ]
}

export function mountBatches(app: FastifyInstance, options: BatchOptions): void {
  app.get('/payment-batches/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    download(request, reply, options),
  )
}

async function download(request: FastifyRequest, reply: FastifyReply, options: BatchOptions) {
  const kind = { ...options, purpose: 'batch', shape: BatchLink } as const
  const { link, found: file } = await openLink(request, kind, (tx, actor, { batchId }) =>
    batchFile(tx, actor, batchId),
  )
  return reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('content-disposition', `attachment; filename="${link.batchId}.xml"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('repr-digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`)
    .send(Buffer.from(file.content))
}
