/** Wire of mails that could not be sent, for the platform's operators. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, UuidWire } from '#kernel/wire.ts'

export const StuckMailWire = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.int(),
  error: z.string(),
  /** True when it is no longer retried. */
  hasFailed: z.boolean(),
  createdAt: InstantWire,
})
export type StuckMailWire = z.infer<typeof StuckMailWire>

export const listStuckMails = endpoint({
  id: 'listStuckMails',
  method: 'GET',
  path: '/api/platform/mails',
  summary: 'Mails that could not be sent, oldest first, without what they say.',
  response: z.object({ items: z.array(StuckMailWire) }),
})

export const retryMail = endpoint({
  id: 'retryMail',
  method: 'POST',
  path: '/api/platform/mails/:mailId/retry',
  summary: 'Has a mail tried again now, with all its attempts before it.',
  params: z.object({ mailId: UuidWire }),
  response: z.object({ retried: z.int() }),
})
