/** Changes of a contract, or of a cost centre, as their histories show them. */
import { z } from 'zod'
import { InstantWire } from '#kernel/wire.ts'

export const RecordedChangeWire = z.object({
  id: z.string(),
  at: InstantWire,
  actorName: z.string().nullable(),
  /** Action in the journal: `contract.created`, `contract.amended`, … */
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type RecordedChangeWire = z.infer<typeof RecordedChangeWire>
