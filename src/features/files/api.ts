/** Files over HTTP: three endpoints that list, link and draw them, and plain routes for the streams of upload and download. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayKeepUnattached, paces } from '#features/companies/rules/paces.ts'
import { recordInfected } from '#features/files/commands.ts'
import { insertFile, lockUploads, unattachedFiles } from '#features/files/store.ts'
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
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { isPlainlySeen, UuidWire } from '#kernel/wire.ts'
import { enforcePace, type Limits } from '#server/auth/limits.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Authenticate } from '#server/auth/session.ts'
import { LinkWire, linkClaims, linkFor, linkSeconds, readLink, signLink } from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { type TenantTx, withTenant } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { InfectedFile } from '#server/files/scanner.ts'
import { readClaims } from '#server/http/api-token-calls.ts'
import { recordImpersonatedRequest } from '#server/http/impersonation.ts'
import { type Route, read } from '#server/http/route.ts'
import { sendTagged } from '#server/http/tagged.ts'
import type { Drawing } from '#server/pictures/pictures.ts'
import { commonProblem, ProblemError, refusalProblem } from '#server/problems.ts'

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
    read(pictureFile, async (tx, actor, { params }) => {
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

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, files, authenticate, limits }: FilesOptions,
) {
  const claims = await readClaims(request, authenticate)
  if (claims.companyId === null) throw commonProblem('forbidden')
  if (claims.impersonator !== null) throw commonProblem('impersonating')
  if (!request.isMultipart()) throw commonProblem('unsupported_type')
  const { companyId } = claims
  const asked = { claims, requestId: request.id }
  await enforcePace(limits, paces.uploads, claims.userId)
  // Before any bytes are received: a person without room left fills no disk.
  await withTenant(db, { ...asked, mode: 'read' }, (tx, actor) => throwIfNoRoom(tx, actor, 0))
  const id = newId()
  const { name, blob } = await receiveUpload(request, files, companyId, id).catch(throwAsBadRequest)
  if (blob instanceof InfectedFile) {
    const infected = { id, name, found: blob.found }
    await withTenant(db, { ...asked, mode: 'write' }, (tx, actor) => recordInfected(tx, actor, infected))
    throw infectedProblem(infected)
  }
  try {
    await withTenant(db, { ...asked, mode: 'write' }, async (tx, actor) => {
      await lockUploads(tx)
      await throwIfNoRoom(tx, actor, blob.size)
      await insertFile(tx, { ...blob, id, name, uploadedBy: actor.userId })
    })
  } catch (error) {
    // After a refusal there is no row. After any other failure there may be one, and the sweep knows which it is.
    if (error instanceof ProblemError && error.problem.status < 500)
      await files.remove(companyId, id).catch(() => {})
    throw error
  }
  reply.header('cache-control', 'no-store')
  return reply.send(UploadedFileWire.parse({ id, name, ...blob }))
}

/** @throws when this person, or the company, keeps too many files that are attached to nothing. */
async function throwIfNoRoom(tx: TenantTx, actor: Actor, size: number): Promise<void> {
  if (!mayKeepUnattached(await unattachedFiles(tx, actor.userId), size))
    throw refusalProblem('too_many_loose_files', tooManyUnattached, undefined)
}

const tooManyUnattached =
  'Has subido demasiados archivos que todavía no están en ningún pedido. Adjúntalos, o vuelve a intentarlo mañana.'

/** Reads the one file of a multipart request into the store. An infected one is not there, and still has its name. */
async function receiveUpload(request: FastifyRequest, files: FileStore, companyId: string, id: string) {
  const part = await request.file()
  if (!part) throw commonProblem('bad_request', { detail: 'Falta el archivo.' })
  const name = cleanName(part.filename)
  if (!isPlainlySeen(name)) {
    part.file.resume()
    throw invisibleCharactersProblem()
  }
  const blob = await files.receive(companyId, id, part.file).catch(error => {
    if (error instanceof InfectedFile) return error
    throw error
  })
  return { name, blob }
}

function infectedProblem({ name, found }: { readonly name: string; readonly found: string }): ProblemError {
  const title = `«${name}» lleva un virus (${found}) y no se ha guardado.`
  return new ProblemError({ ...commonProblem('file_infected', { facts: { name, found } }).problem, title })
}

/**
 * Turns an error of the multipart parser, which has no status, into `bad_request`: the body is no form or was
 * cut off. @throws
 */
function throwAsBadRequest(error: unknown): never {
  const isCut = error instanceof Error && /\bmultipart\b|malformed part/i.test(error.message)
  throw isCut ? commonProblem('bad_request', { detail: 'El archivo no ha llegado entero.' }) : error
}

function invisibleCharactersProblem(): ProblemError {
  const title =
    'El nombre del archivo contiene caracteres invisibles o que cambian el sentido del texto: cámbialo y vuelve a subirlo.'
  const issues = [{ pointer: '/file', code: 'invalid_format', message: title }]
  return new ProblemError({ ...commonProblem('invalid', { issues }).problem, title })
}

/** File name without the path that some browsers send and without control characters, cut between two characters. */
function cleanName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
  return [...clean].slice(0, longestName).join('') || 'archivo'
}

/** Most characters of a stored file name; an emoji is one. */
const longestName = 200

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
