/** The ways plumbing says no. Thrown, answered as a problem, and logged only when they are ours. */
import { type CommonProblem, commonProblems, type Problem, problemType } from '#kernel/problem.ts'

type Extra = Pick<Problem, 'detail' | 'issues' | 'facts'>

export class ProblemError extends Error {
  readonly problem: Problem
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, retryAfterSeconds: number | null = null) {
    super(problem.title)
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

/** A refusal of the business on the wire: 409, with its Spanish words and its facts. */
export function refusalProblem(kind: string, title: string, facts: Problem['facts']): ProblemError {
  return new ProblemError({ type: problemType(kind), title, status: 409, ...(facts ? { facts } : {}) })
}
