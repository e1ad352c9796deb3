/**
 * Wire of files: the upload, the link that serves one, its picture, and the list of files that providers
 * sent.
 */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, UuidWire } from '#kernel/wire.ts'

/** Limits of an upload: the content decides the type, never the name. */
export const maxFileBytes = 10 * 1024 * 1024
export const acceptedMediaTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
] as const
/** An invoice may also be XML, which is attached to an order alone. */
export const invoiceMediaType = 'application/xml'
/** The bank's statements of Norma 43 are text; its others are XML. */
export const statementMediaType = 'text/plain'
export const storedMediaTypes = [...acceptedMediaTypes, invoiceMediaType, statementMediaType] as const

/**
 * Answer of POST /api/files, multipart with one part `file`. No endpoint object, because its body is a stream.
 */
export const UploadedFileWire = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(storedMediaTypes),
  size: z.int(),
  sha256: z.string(),
})
export type UploadedFileWire = z.infer<typeof UploadedFileWire>

export const uploadPath = '/api/files'

export const linkFile = endpoint({
  id: 'linkFile',
  method: 'GET',
  path: '/api/files/:fileId/link',
  summary: 'An address that serves the file to this session for a few minutes.',
  params: z.object({ fileId: UuidWire }),
  response: z.object({ url: z.string(), expiresInSeconds: z.int() }),
})

/** Media types that a browser may not show: the server makes a picture of them. */
const pictured: readonly string[] = ['application/pdf', 'image/heic']
export const isPictured = (mediaType: string): boolean => pictured.includes(mediaType)

/** Size in pixels; `pages` is the number of pages, of which this is the first. */
export const PictureWire = z.object({ width: z.int(), height: z.int(), pages: z.int() })
export type PictureWire = z.infer<typeof PictureWire>

export const pictureFile = endpoint({
  id: 'pictureFile',
  method: 'GET',
  path: '/api/files/:fileId/picture',
  summary:
    'The picture of the first page of a PDF, or of a photo in HEIC, made when somebody first asks; null when none can be made. The file’s own address serves it under `?picture=1`.',
  params: z.object({ fileId: UuidWire }),
  response: z.object({
    picture: PictureWire.nullable(),
    /** True while the picture is being made: ask again. */
    isComing: z.boolean(),
  }),
})

export const SentFileWire = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.int(),
  at: InstantWire,
  /** Latest order that the file is attached to. */
  document: z.object({ id: z.string(), name: z.string(), projectId: z.string(), projectName: z.string() }),
})
export type SentFileWire = z.infer<typeof SentFileWire>

export const listSentFiles = endpoint({
  id: 'listSentFiles',
  method: 'GET',
  path: '/api/files',
  summary: 'Files that people of this provider attached to orders, newest first, by keyset.',
  query: z.object({
    /** Id of the last file of the previous page. */
    after: UuidWire.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(SentFileWire), next: z.string().nullable() }),
})
