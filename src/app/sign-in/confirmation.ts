/**
 * Redeems the code of a link that confirms something. Opening the page redeems nothing: mail scanners open
 * pages.
 */
import { session } from '#app/session.ts'
import { authWords, isSpentLink } from '#features/identity/web/text.ts'

export const confirmationTypes = [
  'signup',
  'email_change',
  'email_undo',
  'invitation',
  'address',
  'address_refusal',
] as const
export type ConfirmationType = (typeof confirmationTypes)[number]

/** Time from which a new address given by somebody else counts; null when it already does. */
export type Counts = { from: string | null }

export type Confirmed =
  /** `isIn`: the link opened a session, too. */
  | { kind: 'done'; isIn: boolean; counts?: Counts }
  | { kind: 'spent-link' }
  | { kind: 'refused'; message: string }

const failed = 'No se ha podido confirmar. Inténtalo de nuevo.'

export async function spend(type: ConfirmationType, code: string): Promise<Confirmed> {
  if (type === 'email_undo') return undo(code)
  if (type === 'invitation') return accept(code)
  if (type === 'address' || type === 'address_refusal') return answerAddress(type, code)
  const client = await session.client()
  const { data, error } = await client.verifyOtp({ token_hash: code, type })
  if (!error) return { kind: 'done', isIn: data.session !== null }
  return isSpentLink(error) ? { kind: 'spent-link' } : { kind: 'refused', message: authWords(error, failed) }
}

/** Accepts an invitation with the account's own password: makes no session, and ends none here. */
async function accept(code: string): Promise<Confirmed> {
  const [{ call, ApiProblem, failureMessage }, { acceptInvitationByCode }] = await Promise.all([
    import('#ui/api.ts'),
    import('#features/people/wire/invitations.ts'),
  ])
  try {
    await call(acceptInvitationByCode, { body: { code } })
    return { kind: 'done', isIn: false }
  } catch (error) {
    const isSpent = error instanceof ApiProblem && /\/invitation_(ended|expired)$/.test(error.problem.type)
    return isSpent ? { kind: 'spent-link' } : { kind: 'refused', message: failureMessage(error) }
  }
}

/** Confirms or refuses an address given by somebody else. Makes no session. */
async function answerAddress(type: 'address' | 'address_refusal', code: string): Promise<Confirmed> {
  const [{ call, ApiProblem, failureMessage }, { confirmAddress, refuseAddress }] = await Promise.all([
    import('#ui/api.ts'),
    import('#features/identity/wire/pending-address.ts'),
  ])
  try {
    if (type === 'address_refusal') {
      await call(refuseAddress, { body: { code } })
      return { kind: 'done', isIn: false }
    }
    const { countsFrom: from } = await call(confirmAddress, { body: { code } })
    return { kind: 'done', isIn: false, counts: { from } }
  } catch (error) {
    const isSpent = error instanceof ApiProblem && /\/link_(not_found|expired)$/.test(error.problem.type)
    return isSpent ? { kind: 'spent-link' } : { kind: 'refused', message: failureMessage(error) }
  }
}

async function undo(code: string): Promise<Confirmed> {
  // A call of our own, with the schema library that the first screens do without.
  const [{ call, ApiProblem, failureMessage }, { undoEmailChange }] = await Promise.all([
    import('#ui/api.ts'),
    import('#features/identity/wire.ts'),
  ])
  try {
    await call(undoEmailChange, { body: { code } })
  } catch (error) {
    const isSpent = error instanceof ApiProblem && /\/link_(not_found|expired)$/.test(error.problem.type)
    return isSpent ? { kind: 'spent-link' } : { kind: 'refused', message: failureMessage(error) }
  }
  // Every session has ended, this browser's too.
  await session.signOut().catch(() => {})
  return { kind: 'done', isIn: false }
}
