// A new password that others would guess first is refused, with the reason that the client knows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

const guessed = (reason: string, message: string) => ({
  ...{ name: 'AuthWeakPasswordError', code: 'weak_password', status: 422, reasons: [reason], message },
})
const mostUsed = guessed('pwned', 'Esa contraseña es de las más usadas: elige otra')
const tooEasy = guessed('characters', 'Elige una contraseña más difícil de adivinar')
const eva = { name: 'Eva', lastName: 'Montesinos', role: 'client' }

describe('whoever registers', () => {
  const register = (password: string) =>
    app.browser().auth.signUp({ email: app.newAddress(), password, options: { data: eva } })

  test('is told first that the password is too short', async () => {
    expect((await register('123456')).error).toMatchObject(
      guessed('length', 'La contraseña debe tener al menos 8 caracteres'),
    )
  })

  test.each([
    ['password', mostUsed],
    ['barcelona', mostUsed],
    ['montesinos1', tooEasy],
    ['Visto Bueno', tooEasy],
    ['qwerty12345', mostUsed],
    ['qwerty12346', tooEasy],
  ])('does not get away with «%s»', async (password, reason) => {
    expect((await register(password)).error).toMatchObject(reason)
  })

  test('chooses a good one and is registered', async () => {
    expect((await register('retama pálida 47')).error).toBeNull()
  })
})

test('whoever changes theirs neither: the old one stays', async () => {
  const { email } = await app.someone()
  const { client } = await app.enter(email)
  const changed = async (password: string) => (await client.auth.updateUser({ password })).error
  expect(await changed('12345')).toMatchObject(
    guessed('length', 'La contraseña debe tener al menos 6 caracteres'),
  )
  expect(await changed('123456')).toMatchObject(mostUsed)
  expect(await changed(email)).toMatchObject(tooEasy)
  expect((await app.enter(email)).error).toBeNull()
  expect(await changed('retama pálida 47')).toBeNull()
})
