/** Wire of a person's open sessions. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, UuidWire } from '#kernel/wire.ts'

export const SessionEntryWire = z.object({
  id: z.string(),
  createdAt: InstantWire,
  lastUsedAt: InstantWire,
  ip: z.string().nullable(),
  /** `Chrome en Windows`, as far as the user agent tells. */
  device: z.string(),
  isCurrent: z.boolean(),
  /** `aal2`: with the second factor. */
  aal: z.enum(['aal1', 'aal2']),
})
export type SessionEntry = z.infer<typeof SessionEntryWire>

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where the person is signed in, the latest used first.',
  response: z.object({ sessions: z.array(SessionEntryWire) }),
})

export const endSession = endpoint({
  id: 'endSession',
  method: 'POST',
  path: '/api/account/sessions/:sessionId/end',
  summary: 'Signs out one of the person’s own sessions, from the next request on.',
  params: z.object({ sessionId: UuidWire }),
  response: z.object({ ended: z.literal(true) }),
  refusals: ['not_found'],
})
