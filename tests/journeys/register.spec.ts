import { wellMade } from './journey.ts'
import { expect, signIn, test, toast } from './people.ts'

const password = 'Cerezas-y-granito-41'
const newAddress = () => `nueva-${crypto.randomUUID().slice(0, 8)}@correo.example`

test('a registration is confirmed from the mail and waits for somebody to activate it', async ({
  visit,
  linkIn,
}) => {
  const email = newAddress()
  const page = await visit('/login')
  await page.getByRole('link', { name: '¿No tienes una cuenta? Regístrate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registro de Usuario' })).toBeVisible()
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByLabel('Nombre')).toBeFocused()
  await wellMade(page)
  await page.getByLabel('Nombre').fill('Nadia')
  await page.getByLabel('Apellidos').fill('Nueva')
  await page.getByLabel('Correo electrónico').fill(email)
  const role = page.getByLabel('Rol')
  await expect(role.getByRole('option')).toHaveText([
    'Administrador SaaS',
    'Empresa',
    'Cliente',
    'Usuario de cliente',
    'Proveedor',
    'Usuario de proveedor',
    'Aprobador',
  ])
  await role.selectOption({ label: 'Proveedor' })
  await page.getByLabel('Contraseña', { exact: true }).fill('corta12')
  await expect(page.getByText('Falta 1 carácter.')).toBeVisible()
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByText('La contraseña debe tener al menos 8 caracteres')).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(toast(page, 'Usuario registrado correctamente')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Tu cuenta está pendiente de activación')).toBeVisible()
  await wellMade(page)

  await signIn(page, email, password)
  await expect(page.getByRole('alert')).toContainText(
    'Confirma tu correo electrónico antes de iniciar sesión.',
  )
  const first = await linkIn(email, 'signup')
  await page.getByRole('button', { name: 'Reenviar el correo de confirmación' }).click()
  await expect(toast(page, 'Correo de confirmación enviado')).toBeVisible()

  const link = await linkIn(email, 'signup', first)
  const mailbox = await visit(link)
  await expect(mailbox.getByRole('heading', { name: 'Confirma tu correo electrónico' })).toBeVisible()
  await mailbox.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(mailbox.getByRole('heading', { name: 'Correo confirmado' })).toBeVisible()
  await mailbox.getByRole('link', { name: 'Ir al inicio de sesión' }).click()
  await signIn(mailbox, email, password)
  await expect(mailbox.getByRole('alert')).toHaveText('Tu cuenta está pendiente de activación.')

  const again = await visit(link)
  await again.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(again.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await wellMade(again)
})

test('what the server refuses is told, and nothing typed is lost @desktop', async ({ visit }) => {
  const page = await visit('/register')
  await page.getByLabel('Nombre').fill('Nadia')
  await page.getByLabel('Apellidos').fill('Nueva')
  await page.getByLabel('Correo electrónico').fill(newAddress())
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.route('**/auth/v1/signup**', route => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error al crear el usuario')
  await page.unroute('**/auth/v1/signup**')
  const json = { code: 'signup_disabled', message: 'Ahora no se admiten registros.' }
  await page.route('**/auth/v1/signup**', route => route.fulfill({ status: 422, json }))
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByRole('alert')).toHaveText(json.message)
  await expect(page.getByLabel('Apellidos')).toHaveValue('Nueva')
})

test('a registration that answers with nobody is asked for once more, the other way @desktop', async ({
  visit,
}) => {
  const page = await visit('/register')
  await page.route('**/auth/v1/signup**', route => route.fulfill({ json: {} }))
  const asked = page.waitForRequest('**/functions/v1/create-user')
  await page.route('**/functions/v1/create-user', route =>
    route.fulfill({ status: 400, json: { error: 'Ya hay una cuenta' } }),
  )
  await page.getByLabel('Nombre').fill('Nadia')
  await page.getByLabel('Apellidos').fill('Nueva')
  await page.getByLabel('Correo electrónico').fill('nadia@correo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrarse' }).click()
  const request = await asked
  expect(request.postDataJSON()).toEqual({
    name: 'Nadia',
    lastName: 'Nueva',
    email: 'nadia@correo.example',
    role: 'client_user',
    password,
  })
  expect(request.headers()).toMatchObject({
    apikey: expect.stringMatching(/^sb_publishable_/),
    authorization: expect.stringMatching(/^Bearer /),
  })
  await expect(page.getByRole('alert')).toHaveText('Ya hay una cuenta')
})

test('a link that confirms nothing, and the welcome of somebody who is not in, lead on @desktop', async ({
  visit,
}) => {
  const page = await visit('/confirm?type=otra&token_hash=x')
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1, name: 'Te damos la bienvenida' })).toBeVisible()
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
