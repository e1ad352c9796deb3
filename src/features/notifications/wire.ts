import { z } from 'zod'
import { factTopics } from '#features/notifications/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

export const NoticeWire = z.object({
  id: z.string(),
  topic: z.enum(factTopics),
  documentId: z.string(),
  documentName: z.string(),
  projectId: z.string(),
  at: InstantWire,
  read: z.boolean(),
})
export type NoticeWire = z.infer<typeof NoticeWire>

export const listNotices = endpoint({
  id: 'listNotices',
  method: 'GET',
  path: '/api/notices',
  summary: 'The last notices of this person, newest first.',
  response: z.object({ items: z.array(NoticeWire), unread: z.int() }),
})

export const readNotices = endpoint({
  id: 'readNotices',
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marks every notice of this person as read.',
  response: z.object({ read: z.int() }),
})
