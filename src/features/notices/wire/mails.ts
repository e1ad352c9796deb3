/** Wire of the mails, about waiting orders and outcomes, that a person does without. */
import { z } from 'zod'
import { mailKinds } from '#features/notices/rules/reminders.ts'
import { endpoint } from '#kernel/endpoint.ts'

const MutedMails = z.object({
  muted: z.array(z.enum(mailKinds, { error: 'Ese correo no se puede silenciar' })).max(mailKinds.length),
})

export const getMutedMails = endpoint({
  id: 'getMutedMails',
  method: 'GET',
  path: '/api/notices/mails',
  summary:
    'Which mails, about what waits for them and what became of what is theirs, this person does without in this company.',
  response: MutedMails,
})

export const muteMails = endpoint({
  id: 'muteMails',
  forReaders: true,
  method: 'PUT',
  path: '/api/notices/mails',
  summary: 'Says which mails this person does not want: exactly these.',
  body: MutedMails,
  response: MutedMails,
})
