/** Errors of SCIM (RFC 7644, section 3.12): a status, for some a kind, and words for whoever reads the directory's log. */

/** Kinds of error (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null
  /** Address of the person concerned, as far as it is known. */
  readonly subject: string | null

  /** When to try again; null for an error that waiting does not mend. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    scimType: ScimType | null,
    detail: string,
    subject: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(detail)
    this.status = status
    this.scimType = scimType
    this.subject = subject
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const badValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail)
export const unknownPerson = (): ScimError => new ScimError(404, null, 'No hay ninguna persona con ese id.')
