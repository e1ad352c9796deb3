/** The answer of every failed request (RFC 9457). The browser switches on `type`, people read `title`. */
import { z } from 'zod'

export const ProblemWire = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  /** One entry per bad field: a JSON pointer into the body, or `/query/…`, `/params/…`. */
  issues: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
  /** Facts of a refusal: amounts, names, the current state. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  requestId: z.string().optional(),
})

export type Problem = z.infer<typeof ProblemWire>

export type { CommonProblem } from '#kernel/problem-titles.ts'

export const problemType = (kind: string): string => `/problems/${kind}`
