/** Wire of the time zone in which a person reads instants. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { TimeZoneWire } from '#kernel/wire.ts'

export const OwnTimeZoneWire = z.object({
  /** Null: that of the company in which the person works. */
  timeZone: TimeZoneWire.nullable(),
})

export const chooseTimeZone = endpoint({
  id: 'chooseTimeZone',
  method: 'PUT',
  path: '/api/account/time-zone',
  summary:
    'Says in which time zone the person reads instants, in every company. Days stay those of the company. Refresh the session afterwards.',
  body: OwnTimeZoneWire,
  response: OwnTimeZoneWire,
})
