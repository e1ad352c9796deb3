/** Archives of Constancias: begun, filled and listed; a link serves one as a stream. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginArchive, fillArchive, takeArchive } from '#features/certificates/commands/archives.ts'
import type { CertificatePress } from '#features/certificates/commands/certify-into-file.ts'
import { certifiableStates, maxOrders } from '#features/certificates/rules/archives.ts'
import { digestPath, manifestPath } from '#features/certificates/rules/manifest.ts'
import { archiveTexts, digestNote } from '#features/certificates/text/archives.ts'
import {
  type ArchivedFile,
  archivedFiles,
  type CompleteArchive,
  readArchives,
  readComplete,
} from '#features/certificates/views/archives.ts'
import {
  ArchiveLinkWire,
  beginCertificateArchive,
  downloadCertificateArchive,
  issueArchiveCertificates,
  listCertificateArchives,
} from '#features/certificates/wire/archives.ts'
import { documentIds } from '#features/documents/views/list.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { LinkWire, linkFor, linkSeconds, signLink } from '#server/auth/signed-link.ts'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openLink } from '#server/http/open-link.ts'
import { type Route, read, write, writeEach, writeLink } from '#server/http/route.ts'
import type { RunningExports } from '#server/http/running-exports.ts'
import { sendZip } from '#server/http/zip.ts'
import { commonProblem } from '#server/problems.ts'
import { textContent, type ZipEntry } from '#server/sheets/zip.ts'

const ArchiveLink = LinkWire.extend(ArchiveLinkWire.shape)

export const archiveRoutes = (secret: Secret, press: CertificatePress): readonly Route[] => [
  read(listCertificateArchives, async (tx, actor) => ({ items: await readArchives(tx, actor) })),
  write(beginCertificateArchive, archiveTexts, async (tx, actor, { body }) => {
    const found = await documentIds(tx, actor, body, { states: certifiableStates, most: maxOrders + 1 })
    return beginArchive(tx, actor, found)
  }),
  writeEach(issueArchiveCertificates, archiveTexts, async (each, { params }) => {
    const filled = await fillArchive(each, press, params.archiveId)
    if (isRefusal(filled) && filled.refused === 'busy') throw commonProblem('busy', {}, 1)
    return filled
  }),
  writeLink(downloadCertificateArchive, archiveTexts, {
    made: ArchiveLink,
    command: async (tx, actor, { params: { archiveId } }) => {
      const taken = await takeArchive(tx, actor, archiveId)
      return isRefusal(taken) ? taken : { ...linkFor(actor, tx.now), archiveId, name: taken.name }
    },
    present: link => ({
      url: `/exports/certificate-archives/${signLink(secret, 'certificate archive', link)}/${encodeURIComponent(link.name)}`,
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

export function mountCertificateArchives(app: FastifyInstance, options: ArchiveOptions): void {
  app.get('/exports/certificate-archives/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    sendArchive(request, reply, options),
  )
}

type SentArchive = CompleteArchive & { readonly files: readonly ArchivedFile[]; readonly zone: string }

async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, secret, origin, files, running }: ArchiveOptions,
): Promise<FastifyReply> {
  const kind = { db, secret, purpose: 'certificate archive', shape: ArchiveLink } as const
  const { link, name, found } = await openLink(request, kind, async (tx, actor, { archiveId }) => {
    const [archive, kept] = await Promise.all([
      readComplete(tx, actor, archiveId),
      archivedFiles(tx, archiveId),
    ])
    return archive && { ...archive, zone: actor.zone, files: kept }
  })
  running.begin(reply, link)
  const readFile = ({ fileId, size, sha256 }: ArchivedFile) =>
    files.read(link.companyId, fileId, { size, sha256 })
  return sendZip(reply, name, entries(found, `${origin}/verificar/${found.digest}`, readFile))
}

type ReadFile = (file: ArchivedFile) => Promise<AsyncIterable<Uint8Array>>

/** The digest and the manifest, and each Constancia, read as it is written. */
async function* entries(archive: SentArchive, address: string, readFile: ReadFile): AsyncGenerator<ZipEntry> {
  const { companyName, digest, files, madeAt, zone } = archive
  const day = dayFromInstant(madeAt, zone)
  yield {
    name: digestPath,
    content: textContent(digestNote({ companyName, day, digest, orders: files.length }, address)),
  }
  yield { name: manifestPath, content: textContent(archive.manifest) }
  for (const file of files) yield { name: file.path, content: await readFile(file) }
}
