import { z } from 'zod'
import { maxCounted } from '#features/executions/rules/desk.ts'
import { endpoint } from '#kernel/endpoint.ts'

/** Orders or batches that wait, counted no further than `maxCounted`. */
const CountWire = z.int().max(maxCounted)

export const DeskWire = z.object({
  /** Orders that wait for the person's approval, their own or as a substitute. */
  approvals: CountWire,
  /** Approved orders that wait for the person to execute them. */
  confirmations: CountWire,
  /** Batches that somebody else made and that wait for the person to release them. */
  releases: CountWire,
  /** True when the person approves in some project, or something waits for their approval. */
  approves: z.boolean(),
  /** True when the person executes the orders of some project. */
  executes: z.boolean(),
  /** True when the person receives invoices. A server of the release before does not say it. */
  receives: z.boolean().default(false),
})
export type DeskWire = z.infer<typeof DeskWire>

export const getDesk = endpoint({
  id: 'getDesk',
  method: 'GET',
  path: '/api/session/desk',
  summary: `What one does oneself, and how much of it waits: counts end at ${maxCounted}.`,
  response: DeskWire,
})
