/** Wire of the kinds of notice that a person does without. */
import { z } from 'zod'
import { mutableTopics } from '#features/notices/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'

const Muted = z.object({
  muted: z
    .array(z.enum(mutableTopics, { error: 'Esa notificación no se puede silenciar' }))
    .max(mutableTopics.length),
})

/** `offered`: kinds that this person is asked about, because they may come. */
const Choice = Muted.extend({ offered: z.array(z.enum(mutableTopics)) })

export const getMutedNotices = endpoint({
  id: 'getMutedNotices',
  method: 'GET',
  path: '/api/notices/muted',
  summary: 'Which kinds of notice this person does not want in this company.',
  response: Choice,
})

export const muteNotices = endpoint({
  id: 'muteNotices',
  forReaders: true,
  method: 'PUT',
  path: '/api/notices/muted',
  summary:
    'Says which kinds of notice this person does not want: exactly these. What waits for them is told all the same.',
  body: Muted,
  response: Choice,
})
