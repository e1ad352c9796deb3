/** Problems that the plumbing throws: answered as problem+json, and logged only when the fault is ours. */

import { type Problem, problemType } from '#kernel/problem.ts'
import { type CommonProblem, commonProblems } from '#kernel/problem-titles.ts'

/** `title`: words of their own for one of the ways in which a problem comes about. */
type Extra = Partial<Pick<Problem, 'title' | 'detail' | 'issues' | 'facts'>>

export class ProblemError extends Error {
  readonly problem: Problem
  readonly retryAfterSeconds: number | null

  /** `cause`: a fault of ours, logged and never sent. */
  constructor(problem: Problem, retryAfterSeconds: number | null = null, cause?: unknown) {
    super(problem.title, { cause })
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function commonProblem(
  kind: CommonProblem,
  extra: Extra = {},
  retryAfterSeconds?: number,
): ProblemError {
  return new ProblemError({ type: problemType(kind), ...commonProblems[kind], ...extra }, retryAfterSeconds)
}

/** A failed store or disk: answered in plain words, its cause logged. */
export function outageProblem(kind: CommonProblem, cause: unknown): ProblemError {
  return new ProblemError({ type: problemType(kind), ...commonProblems[kind] }, null, cause)
}

/** A refusal of the business on the wire: 409, with its Spanish words, its facts, and the field that it is about. */
export function refusalProblem(
  kind: string,
  title: string,
  facts: Problem['facts'],
  at?: string,
): ProblemError {
  const issues = at === undefined ? {} : { issues: [{ pointer: at, code: kind, message: title }] }
  return new ProblemError({
    type: problemType(kind),
    title,
    status: 409,
    ...(facts ? { facts } : {}),
    ...issues,
  })
}
