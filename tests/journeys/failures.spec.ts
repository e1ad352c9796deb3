// Messages of the specification when something fails, at the moment it gives. Failures that nobody can bring about
// on a screen that works are put in the server's mouth.
import { expect, signIn, test, toast } from './people.ts'

const password = 'Tarde-verde-93-olas'

test('a registration that cannot be asked for the other way either @desktop', async ({ visit }) => {
  const page = await visit('/register')
  await page.route('**/auth/v1/signup**', route => route.fulfill({ json: {} }))
  await page.route('**/functions/v1/create-user', route => route.abort('internetdisconnected'))
  await page.getByLabel('Nombre').fill('Nadia')
  await page.getByLabel('Apellidos').fill('Nueva')
  await page.getByLabel('Correo electrónico').fill('nadia@correo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByRole('alert')).toHaveText('Ocurrió un error al crear el usuario')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('nadia@correo.example')
})

test('a new password that does not arrive @desktop', async ({ visit, linkIn }) => {
  const asking = await visit('/login')
  await asking.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await asking.getByLabel('Correo electrónico').fill('lucia@demo.example')
  await asking.getByRole('button', { name: 'Enviar instrucciones' }).click()
  await expect(asking.getByRole('heading', { name: 'Instrucciones enviadas' })).toBeVisible()
  const page = await visit(await linkIn('lucia@demo.example', 'recovery'))
  await page.route('**/auth/v1/user**', route =>
    route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.getByLabel('Nueva contraseña').fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Error al actualizar la contraseña')
})

test('profiles that cannot be read, changed or made @desktop', async ({ visit }) => {
  const page = await visit('/login')
  await signIn(page, 'saas@demo.example', 'vistobueno-demo')
  await page.waitForURL('**/admin_saas/**')
  await page.route('**/api/platform/users**', route => route.abort('internetdisconnected'))
  await page.goto('/admin_saas/users')
  await expect(toast(page, 'No se pudieron obtener los perfiles')).toBeVisible()
  await page.unroute('**/api/platform/users**')

  await page.reload()
  await page.route('**/rest/v1/profiles**', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 403,
          json: { code: '42501', message: 'No se puede', details: null, hint: null },
        })
      : route.continue(),
  )
  await page
    .getByRole('button', { name: /^Editar a/ })
    .nth(1)
    .click()
  await page.getByLabel(/^Nombre de /).fill('Otro nombre')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'No se pudo actualizar el usuario')).toBeVisible()

  await page.route('**/functions/v1/create-user', route => route.abort('internetdisconnected'))
  const form = page.getByRole('main')
  await form.getByLabel('Nombre', { exact: true }).fill('Noelia')
  await form.getByLabel('Apellidos', { exact: true }).fill('Nueva')
  await form.getByLabel('Correo electrónico', { exact: true }).fill('noelia@correo.example')
  await form.getByLabel('Rol', { exact: true }).selectOption('approver')
  await form.getByLabel('Contraseña', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(toast(page, 'Ocurrió un error al crear el usuario.')).toBeVisible()
  await expect(form.getByLabel('Correo electrónico', { exact: true })).toHaveValue('noelia@correo.example')
})

test('a client that is there no longer, and somebody who may not look @desktop', async ({ visit }) => {
  const page = await visit('/login')
  await signIn(page, 'empresa@demo.example', 'vistobueno-demo')
  await page.waitForURL('**/empresa/projects')
  await page
    .getByRole('button', { name: /^Ver como cliente/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Una duda')
  for (const [type, title] of [
    ['client_not_found', 'Cliente no encontrado'],
    ['only_admins', 'Solo los administradores pueden impersonar clientes'],
  ]) {
    const json = { type: `/problems/${type}`, title, status: 409 }
    await page.route('**/api/impersonation', route => route.fulfill({ status: 409, json }))
    await dialog.getByRole('button', { name: 'Ver como cliente' }).click()
    await expect(dialog.getByText(title ?? '')).toBeVisible()
    await expect(dialog.getByLabel('Motivo')).toHaveValue('Una duda')
    await page.unroute('**/api/impersonation')
  }
})
