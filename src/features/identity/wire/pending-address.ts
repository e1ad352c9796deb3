/** Wire of pending addresses: confirmed by the new address's reader, refused by the former one's. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

const body = z.object({ code: z.string().min(1, 'Falta el código').max(200) })

export const confirmAddress = endpoint({
  id: 'confirmAddress',
  method: 'POST',
  path: '/api/account/address-confirmations',
  summary:
    'Confirms an address that somebody else has given, with the code that was mailed to it. Opens no session.',
  body,
  /** `countsFrom`: the instant of effect, unless the former address refuses; null when in effect already. */
  response: z.object({ email: z.string(), countsFrom: InstantWire.nullable() }),
  refusals: ['link_not_found', 'link_expired', 'email_exists', 'too_many_tries'],
})

export const refuseAddress = endpoint({
  id: 'refuseAddress',
  method: 'POST',
  path: '/api/account/address-refusals',
  summary:
    'Refuses an address that somebody else has given, with the code that was mailed to the former one, which stays.',
  body,
  response: z.object({ email: z.string() }),
  refusals: ['link_not_found', 'link_expired', 'too_many_tries'],
})
