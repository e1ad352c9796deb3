/** The ways plumbing says no. Thrown, answered as a problem, and logged only when they are ours. */
import { type CommonProblem, commonProblems, type Problem, problemType } from '#kernel/problem.ts'

type Extra = Pick<Problem, 'detail' | 'issues' | 'facts'>

export class ProblemError extends Error {
  readonly problem: Problem
  readonly retryAfterSeconds: number | null

  /** `cause` is ours to mend: it is logged, and told to nobody. */
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

/** A store or a disk that fails us: answered in plain words, logged with its reason. */
export function outageProblem(kind: CommonProblem, cause: unknown): ProblemError {
  return new ProblemError({ type: problemType(kind), ...commonProblems[kind] }, null, cause)
}

/** A refusal of the business on the wire: 409, with its Spanish words and its facts. */
export function refusalProblem(kind: string, title: string, facts: Problem['facts']): ProblemError {
  return new ProblemError({ type: problemType(kind), title, status: 409, ...(facts ? { facts } : {}) })
}
