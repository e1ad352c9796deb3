/** Wire of the calls that mark notices as read, apart from what every screen loads for its bell. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { UuidWire } from '#kernel/wire.ts'

export const readNotices = endpoint({
  id: 'readNotices',
  forReaders: true,
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marks every notice of this person as read.',
  response: z.object({ read: z.int() }),
})

export const readNoticesOfOrder = endpoint({
  id: 'readNoticesOfOrder',
  forReaders: true,
  method: 'POST',
  path: '/api/documents/:documentId/notices/read',
  summary: 'Marks every notice of this person about one order as read.',
  params: z.object({ documentId: displayIdWire('DOC') }),
  response: z.object({ read: z.int() }),
  refusals: ['not_found'],
})

export const readNotice = endpoint({
  id: 'readNotice',
  forReaders: true,
  method: 'POST',
  path: '/api/notices/:noticeId/read',
  summary: 'Marks one notice of this person as read.',
  params: z.object({ noticeId: UuidWire }),
  response: z.object({ read: z.int() }),
  refusals: ['not_found'],
})
