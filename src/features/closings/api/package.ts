/** Closes: their Constancias, the close itself, and the archive, which a link serves as a stream. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digestPath, manifestPath } from '#features/certificates/rules/manifest.ts'
import { close } from '#features/closings/commands/close.ts'
import { download } from '#features/closings/commands/download.ts'
import { issuePapers } from '#features/closings/commands/papers.ts'
import { mayDownload } from '#features/closings/rules.ts'
import { digestNote } from '#features/closings/text/package.ts'
import { closingTexts } from '#features/closings/text.ts'
import { type Archive, findArchive } from '#features/closings/views/closings.ts'
import {
  ClosingLinkWire,
  closeMonth,
  downloadClosing,
  issueClosingPapers,
} from '#features/closings/wire/closings.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { LinkWire, linkFor, linkSeconds, signLink } from '#server/auth/signed-link.ts'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openLink } from '#server/http/open-link.ts'
import { type Route, write, writeEach, writeLink } from '#server/http/route.ts'
import type { RunningExports } from '#server/http/running-exports.ts'
import { sendZip } from '#server/http/zip.ts'
import { commonProblem } from '#server/problems.ts'
import { textContent, type ZipEntry } from '#server/sheets/zip.ts'

const ClosingLink = LinkWire.extend(ClosingLinkWire.shape)

export const packageRoutes = (secret: Secret, press: Parameters<typeof issuePapers>[1]): readonly Route[] => [
  writeEach(issueClosingPapers, closingTexts, async (each, { body }) => {
    const made = await issuePapers(each, press, body)
    if (isRefusal(made) && made.refused === 'busy') throw commonProblem('busy', {}, 1)
    return made
  }),
  write({ ...closeMonth, takesLong: true }, closingTexts, (tx, actor, { body }) => close(tx, actor, body)),
  writeLink(downloadClosing, closingTexts, {
    made: ClosingLink,
    command: async (tx, actor, { params: { closingId } }) => {
      const name = await download(tx, actor, closingId)
      return isRefusal(name) ? name : { ...linkFor(actor, tx.now), closingId, name }
    },
    present: link => ({
      url: `/exports/closings/${signLink(secret, 'closing', link)}/${encodeURIComponent(link.name)}`,
      expiresInSeconds: linkSeconds,
    }),
  }),
]

type ArchiveOptions = {
  readonly db: Db
  readonly secret: Secret
  readonly origin: string
  readonly files: Pick<FileStore, 'read'>
  readonly running: RunningExports
}

export function mountArchives(app: FastifyInstance, options: ArchiveOptions): void {
  app.get('/exports/closings/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    sendArchive(request, reply, options),
  )
}

async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, secret, origin, files, running }: ArchiveOptions,
): Promise<FastifyReply> {
  const kind = { db, secret, purpose: 'closing', shape: ClosingLink } as const
  const { link, name, found } = await openLink(request, kind, async (tx, actor, { closingId }) =>
    mayDownload(actor) === true ? findArchive(tx, actor, closingId) : null,
  )
  running.begin(reply, link)
  const read = (id: string, size: number, digest: string) =>
    files.read(link.companyId, id, { size, sha256: digest })
  return sendZip(reply, name, entries(found, `${origin}/verificar/${found.digest}`, read))
}

type ReadFile = (id: string, size: number, sha256: string) => Promise<AsyncIterable<Uint8Array>>

/** The digest and the manifest, and each file that the manifest names, read as it is written. */
async function* entries(archive: Archive, address: string, read: ReadFile): AsyncGenerator<ZipEntry> {
  yield { name: digestPath, content: textContent(digestNote(archive, address)) }
  yield { name: manifestPath, content: textContent(archive.manifest) }
  for (const { path, fileId, size, sha256 } of archive.files)
    yield {
      name: path,
      content: fileId === null ? textContent(archive.sheet) : await read(fileId, size, sha256),
    }
}
