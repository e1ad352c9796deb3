/** Faults of a request with a file in it. */
import { commonProblem } from '#server/problems.ts'

/**
 * Turns an error of the multipart parser, which has no status, into `bad_request`: the body is no form or was
 * cut off. @throws
 */
export function throwAsBadRequest(error: unknown): never {
  const isCut = error instanceof Error && /\bmultipart\b|malformed part/i.test(error.message)
  throw isCut ? commonProblem('bad_request', { detail: 'El archivo no ha llegado entero.' }) : error
}
