/** Wire of a new company's first steps. */
import { z } from 'zod'
import { DocumentStateWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire } from '#kernel/wire.ts'

/** First steps of a company: a project, an order in it, its approval. */
export const FirstStepsWire = z.object({
  /** True once an order has been approved. */
  isDone: z.boolean(),
  // Parts of a project, which its form makes too.
  hasClients: z.boolean(),
  hasProviders: z.boolean(),
  hasContracts: z.boolean(),
  hasApprovers: z.boolean(),
  hasExecutors: z.boolean(),
  /** Last active project with a contract. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Last order, with the names of those who may decide it now. */
  order: z
    .object({
      id: z.string(),
      projectId: z.string(),
      state: DocumentStateWire,
      waitsFor: z.array(z.string()),
    })
    .nullable(),
  /** Names of people who have not accepted their invitation yet, five at most. */
  invited: z.array(z.string()),
  can: z.object({ makeSample: AbilityWire }),
})
export type FirstStepsWire = z.infer<typeof FirstStepsWire>

export const getFirstSteps = endpoint({
  id: 'getFirstSteps',
  method: 'GET',
  path: '/api/reports/first-steps',
  summary: 'How far a new company is on the way to its first approved order, and what comes next.',
  response: FirstStepsWire,
})
