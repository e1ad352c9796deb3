import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { UuidWire } from '#kernel/wire.ts'

/** Limits of an upload: the content decides the type, never the name. */
export const maxFileBytes = 10 * 1024 * 1024
export const acceptedMediaTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
] as const

/** POST /api/files, multipart with one part `file`: answers this. Not an endpoint object, its body is a stream. */
export const UploadedFileWire = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(acceptedMediaTypes),
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
