/** Files over HTTP: three endpoints that list, link and draw them, and plain routes for the streams of upload and download. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paces } from '#features/companies/rules/paces.ts'
import {
  type Keeping,
  type KeptFile,
  keepFile,
  type Sender,
  throwIfNoRoom,
} from '#features/files/commands/keep.ts'
import { cleanName } from '#features/files/rules.ts'
import { sentFiles, type VisibleFile, visibleFile } from '#features/files/views.ts'
import {
  isPictured,
  linkFile,
  listSentFiles,
  maxFileBytes,
  pictureFile,
  UploadedFileWire,
  uploadPath,
} from '#features/files/wire.ts'
import { isPlainlySeen, UuidWire } from '#kernel/wire.ts'
import { enforcePace, type Limits } from '#server/auth/limits.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Authenticate } from '#server/auth/session.ts'
import { LinkWire, linkClaims, linkFor, linkSeconds, readLink, signLink } from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { withTenant } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { readClaims } from '#server/http/api-token-calls.ts'
import { recordImpersonatedRequest } from '#server/http/impersonation.ts'
import { throwAsBadRequest } from '#server/http/multipart.ts'
import { type Route, read } from '#server/http/route.ts'
import { sendTagged } from '#server/http/tagged.ts'
import type { Drawing } from '#server/pictures/pictures.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

export type FilesOptions = {
  readonly db: Db
  readonly files: FileStore
  readonly pictures: Drawing
  readonly authenticate: Authenticate
  readonly secret: Secret
  readonly limits: Limits
}

const FileLink = LinkWire.extend({ fileId: UuidWire })

export function fileRoutes(secret: Secret, pictures: Drawing): readonly Route[] {
  return [
    read(listSentFiles, (tx, actor, { query }) => sentFiles(tx, actor, query)),
    read(linkFile, async (tx, actor, { params }) => {
      const file = await visibleFile(tx, actor, params.fileId)
      if (!file) return null
      const token = signLink(secret, 'file', { ...linkFor(actor, tx.now), fileId: file.id })
      return { url: `/files/${token}/${encodeURIComponent(file.name)}`, expiresInSeconds: linkSeconds }
    }),
    read({ ...pictureFile, takesLong: true }, async (tx, actor, { params }) => {
      const file = await visibleFile(tx, actor, params.fileId)
      if (!file) return null
      const picture = await drawPicture(pictures, tx.companyId, file)
      return picture === 'coming' ? { picture: null, isComing: true } : { picture, isComing: false }
    }),
  ]
}

export function mountFiles(app: FastifyInstance, options: FilesOptions): void {
  app.register(async scope => {
    await scope.register(multipart, { limits: { files: 1, fields: 4, fileSize: maxFileBytes + 1 } })
    const config = { scope: 'files:write' } as const
    scope.post(uploadPath, { config, bodyLimit: maxFileBytes + 64 * 1024 }, (request, reply) =>
      upload(request, reply, options),
    )
  })
  app.get('/files/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    download(request, reply, options),
  )
}

async function upload(request: FastifyRequest, reply: FastifyReply, options: FilesOptions) {
  const { db, authenticate, limits } = options
  const claims = await readClaims(request, authenticate)
  if (claims.companyId === null) throw commonProblem('forbidden')
  if (claims.impersonator !== null) throw commonProblem('impersonating')
  if (!request.isMultipart()) throw commonProblem('unsupported_type')
  const sender = { claims, requestId: request.id }
  await enforcePace(limits, paces.uploads, claims.userId)
  // Before any bytes are received: a person without room left fills no disk.
  await withTenant(db, { ...sender, mode: 'read' }, (tx, actor) => throwIfNoRoom(tx, actor, 0))
  const kept = await receiveUpload(request, options, sender).catch(throwAsBadRequest)
  reply.header('cache-control', 'no-store')
  return reply.send(UploadedFileWire.parse(kept))
}

/** Keeps the one file of a multipart request. */
async function receiveUpload(request: FastifyRequest, keeping: Keeping, sender: Sender): Promise<KeptFile> {
  const part = await request.file()
  if (!part) throw commonProblem('bad_request', { detail: 'Falta el archivo.' })
  const name = cleanName(part.filename)
  if (!isPlainlySeen(name)) {
    part.file.resume()
    throw invisibleCharactersProblem()
  }
  return keepFile(keeping, sender, { name, bytes: part.file })
}

function invisibleCharactersProblem(): ProblemError {
  const title =
    'El nombre del archivo contiene caracteres invisibles o que cambian el sentido del texto: cámbialo y vuelve a subirlo.'
  const issues = [{ pointer: '/file', code: 'invalid_format', message: title }]
  return new ProblemError({ ...commonProblem('invalid', { issues }).problem, title })
}

/** The picture of the file's first page: null where none can be made, `coming` while it is being made. */
function drawPicture(pictures: Drawing, companyId: string, { media_type: mediaType, ...file }: VisibleFile) {
  return isPictured(mediaType) ? pictures.of({ ...file, companyId, mediaType }) : null
}

async function download(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, files, pictures, secret }: FilesOptions,
) {
  const { token = '' } = Object(request.params)
  const link = readLink(secret, 'file', FileLink, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  const claims = linkClaims(link)
  await recordImpersonatedRequest(db, claims, request)
  const asked = { claims, requestId: request.id, mode: 'read' } as const
  const file = await withTenant(db, asked, (tx, actor) => visibleFile(tx, actor, link.fileId))
  if (!file) throw commonProblem('not_found')
  const { download: toBeSaved, picture: asPicture } = Object(request.query)
  if (asPicture === '1') {
    const picture = await drawPicture(pictures, link.companyId, file)
    if (!picture) throw commonProblem('not_found')
    if (picture === 'coming') throw commonProblem('busy', {}, 2)
    withInertHeaders(reply, `${file.name}.jpg`, 'inline').header('content-type', 'image/jpeg')
    return sendTagged(request, reply, picture.jpeg)
  }
  const bytes = await files.read(link.companyId, file.id, file)
  withInertHeaders(reply, file.name, toBeSaved === '1' ? 'attachment' : 'inline')
    .header('content-type', file.media_type)
    .header('content-length', file.size)
    .header('cache-control', 'private, no-store')
  return reply.send(bytes)
}

/** The reply with headers that keep an uploaded file from running in our origin, whatever type it claims. */
function withInertHeaders(
  reply: FastifyReply,
  name: string,
  disposition: 'attachment' | 'inline',
): FastifyReply {
  return reply
    .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    )
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cross-origin-resource-policy', 'same-origin')
}
