/** Marks of a stage that was not decided as the order's flow planned it. */
import { z } from 'zod'
import { places } from '#features/approvals/rules/added.ts'
import { InstantWire } from '#kernel/wire.ts'

/** Addition of an approver: by whom, why, and whether beside the stage in which that person sat or before it. */
export const AddedWire = z.object({ byName: z.string(), reason: z.string(), place: z.enum(places) })

/** Forced decision of a stage: by which administrator, when and why. */
export const ForcedWire = z.object({ byName: z.string(), at: InstantWire, reason: z.string() })
