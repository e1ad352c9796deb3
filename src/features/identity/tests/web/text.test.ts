import { describe, expect, test } from 'vitest'
import { authWords, isSpentLink, signInWords } from '#features/identity/web/text.ts'

describe('why nobody came in', () => {
  test.each([
    ['invalid_credentials', 'Invalid login credentials', 'Credenciales inválidas'],
    ['validation_failed', 'Invalid or missing: email', 'Credenciales inválidas'],
    ['user_banned', 'Tu cuenta está desactivada.', 'Tu cuenta está desactivada.'],
    ['email_not_confirmed', 'Confirma tu correo.', 'Confirma tu correo.'],
    ['over_request_rate_limit', 'Demasiados intentos.', 'Demasiados intentos.'],
    ['unexpected_failure', 'Error inesperado', 'Error en el inicio de sesión'],
    [undefined, 'Failed to fetch', 'Error en el inicio de sesión'],
  ])('%s', (code, message, words) => expect(signInWords({ code, message })).toBe(words))

  test.each([
    [503, 'Service Unavailable', 'El sistema está ocupado. Inténtalo de nuevo en unos segundos.'],
    [0, 'Failed to fetch', 'No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.'],
    [500, 'Error inesperado', 'Error en el inicio de sesión'],
  ])('without a code, status %i', (status, message, words) =>
    expect(signInWords({ status, message })).toBe(words),
  )
})

describe('what a form says of a refusal', () => {
  test.each([
    [{ code: 'weak_password', status: 422, message: 'Elige otra' }, 'Elige otra'],
    [{ status: 400, message: 'Lo que diga el servidor' }, 'Lo que diga el servidor'],
    [{ status: 503, message: 'El sistema está ocupado.' }, 'El sistema está ocupado.'],
    [{ status: 400, message: '' }, 'Lo nuestro'],
    [{ code: 'validation_failed', status: 400, message: 'Invalid or missing: email' }, 'Lo nuestro'],
    [{ status: 0, message: 'Failed to fetch' }, 'Lo nuestro'],
    [{ status: 502, message: 'Bad Gateway' }, 'Lo nuestro'],
    [{ message: 'Auth session missing!' }, 'Lo nuestro'],
  ])('%j', (failure, words) => expect(authWords(failure, 'Lo nuestro')).toBe(words))
})

test.each([
  ['otp_expired', true],
  ['flow_state_not_found', true],
  ['weak_password', false],
  [undefined, false],
])('%s means that a link is no longer good: %s', (code, is) =>
  expect(isSpentLink({ code, message: '' })).toBe(is),
)
