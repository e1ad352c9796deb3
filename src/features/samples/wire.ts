/** Wire of the making and the end of a sample. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { UuidWire } from '#kernel/wire.ts'

export const makeSample = endpoint({
  id: 'makeSample',
  method: 'POST',
  path: '/api/sample',
  summary: 'Makes a company with invented data to play with, or answers the one that is there.',
  body: z.object({}),
  response: z.object({ companyId: UuidWire }),
  refusals: ['sample_company', 'company_suspended', 'has_orders', 'sample_of_other', 'too_many_samples'],
})

export const discardSample = endpoint({
  id: 'discardSample',
  method: 'POST',
  path: '/api/sample/discard',
  summary: 'Closes the sample in which the session works, and moves the session back to the real company.',
  body: z.object({}),
  /** The real company. */
  response: z.object({ companyId: UuidWire }),
  refusals: ['not_found'],
})
