/** Refusals of the product's own rules and commands as errors of SCIM. */
import { ScimError, unknownPerson } from '#features/scim/rules/scim-error.ts'
import { scimWords } from '#features/scim/text.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'

/** Answer of a rule or a command. @throws ScimError for a refusal; `subject` is the address of the person concerned. */
export function orThrow<T>(answer: T | Refusal, subject: string | null): T {
  if (isRefusal(answer)) throw errorFrom(answer, subject)
  return answer
}

function errorFrom(refusal: Refusal, subject: string | null): ScimError {
  if (refusal.refused === 'not_found') return unknownPerson()
  const wait = refusal.refused === 'too_many_invitations' ? hour : null
  return new ScimError(
    toStatus(refusal.refused),
    toScimType(refusal.refused),
    scimWords(refusal),
    subject,
    wait,
  )
}

/** Invitations are counted by the hour. */
const hour = 3600

function toStatus(refused: string): number {
  if (refused === 'too_many_invitations') return 429
  if (refused === 'services_alone' || refused === 'forbidden') return 403
  return badValues.has(refused) ? 400 : 409
}

/** Refusals of something that the request itself says. */
const badValues: ReadonlySet<string> = new Set(['role_not_given', 'domain_of_auditor', 'inactive_newcomer'])
const taken: ReadonlySet<string> = new Set(['already_member', 'already_invited', 'email_taken'])

function toScimType(refused: string) {
  if (badValues.has(refused)) return 'invalidValue'
  return taken.has(refused) ? 'uniqueness' : null
}
