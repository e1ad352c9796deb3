// A new password that others would guess first is refused, with the reason that the client knows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

const guessed = (reason: string, message: string) => ({
  name: 'AuthWeakPasswordError',
  code: 'weak_password',
  status: 422,
  reasons: [reason],
  message,
})
const mostUsed = guessed('pwned', 'Esa contraseña es de las más usadas: elige otra')
const tooEasy = guessed('characters', 'Elige una contraseña más difícil de adivinar')
const known = guessed('characters', 'No uses tu nombre, tu correo, tu empresa ni el nombre del producto')
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
    ['montesinos1', known],
    ['Verano2026', tooEasy],
    ['gR7!mQz0', tooEasy],
    ['Visto Bueno', known],
    ['VistoBueno-26', known],
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
  const company = await app.newCompany('enterprise', 'Hoteles Norte')
  const email = app.newAddress()
  await app.person(company, 'approver', email)
  const { client } = await app.enter(email)
  const changed = async (password: string) => (await client.auth.updateUser({ password })).error
  expect(await changed('12345')).toMatchObject(
    guessed('length', 'La contraseña debe tener al menos 6 caracteres'),
  )
  expect(await changed('123456')).toMatchObject(
    guessed('length', 'La contraseña debe tener al menos 8 caracteres'),
  )
  expect(await changed('12345678')).toMatchObject(mostUsed)
  for (const easy of ['contraseña1', 'hola1234', 'Verano2026', 'administrador', 'a'.repeat(200)])
    expect(await changed(easy), easy).toMatchObject(tooEasy)
  for (const own of [email, email.split('@')[0] ?? '', 'Hoteles Norte', 'hotelesnorte1', 'vistobueno'])
    expect(await changed(own), own).toMatchObject(known)
  expect((await app.enter(email)).error).toBeNull()
  expect(await changed('retama pálida 47')).toBeNull()
})

test('whoever recovers an account, or accepts an invitation, is held to the same rule', async () => {
  const { client, code } = await app.recovering()
  await client.auth.exchangeCodeForSession(code)
  expect((await client.auth.updateUser({ password: 'hola1234' })).error).toMatchObject(tooEasy)
  expect((await client.auth.updateUser({ password: 'retama pálida 47' })).error).toBeNull()
})
