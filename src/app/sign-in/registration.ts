/** Registration: a request for an account, which then waits for its activation. */
import { publicHeaders } from '#app/auth-client.ts'
import { session } from '#app/session.ts'
import { authWords } from '#features/identity/web/text.ts'
import type { Role } from '#kernel/actor.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem } from '#ui/api.ts'

export type Application = { name: string; lastName: string; email: string; role: Role; password: string }

/**
 * Registers; `mustConfirm` when the address must be confirmed by mail. @throws ApiProblem with the message for
 * the form
 */
export async function register(application: Application): Promise<{ mustConfirm: boolean }> {
  const { email, password, name, lastName, role } = application
  const answer = await session
    .client()
    .then(client => client.signUp({ email, password, options: { data: { name, lastName, role } } }))
    .catch(() => null)
  if (answer === null) throw failed('Ocurrió un error al crear el usuario')
  const { data, error } = answer
  if (error) {
    const message = authWords(error, 'Error al crear el usuario')
    throw failed(message, error.code === 'weak_password' ? '/password' : undefined)
  }
  if (data.user === null) {
    await createUser(application)
    return { mustConfirm: false }
  }
  return { mustConfirm: !data.user.email_confirmed_at }
}

/** Registers by the official client's function, for when the sign-up gives no answer. */
async function createUser(application: Application): Promise<void> {
  const response = await fetch('/functions/v1/create-user', {
    method: 'POST',
    headers: publicHeaders,
    body: JSON.stringify(application),
  }).catch(() => null)
  if (response === null) throw failed('Ocurrió un error al crear el usuario')
  if (response.ok) return
  const answer: unknown = await response.json().catch(() => null)
  const error: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : null
  throw failed(typeof error === 'string' && error !== '' ? error : 'Error al crear el usuario')
}

function failed(title: string, pointer?: string): ApiProblem {
  const issues = pointer ? { issues: [{ pointer, code: 'refused', message: title }] } : {}
  return new ApiProblem({ type: problemType('registration'), title, status: 422, ...issues })
}
