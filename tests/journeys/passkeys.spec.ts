// Passkeys, with the device that the browser simulates. Browsers make none for an address in numbers: the program is
// opened as `localhost`.
import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { addDevice } from './devices.ts'
import { wellMade, wellMadeDialog } from './journey.ts'
import { expect, signIn, testAlone, toast } from './people.ts'

// A program of its own: whoever gets a second factor here works elsewhere without one.
const test = testAlone()

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** The list of passkeys loads when somebody comes near: below the password. */
const near = (page: Page) =>
  page.getByRole('heading', { name: 'Contraseña', exact: true }).scrollIntoViewIfNeeded()

const calm = 'No se ha usado ninguna llave de acceso. Puedes volver a intentarlo cuando quieras.'
const email = 'tesoreria@demo.example'

test('a passkey is added, signs in alone, is the second step, and is removed', async ({ visit, server }) => {
  const site = server.origin.replace('127.0.0.1', 'localhost')
  const page = await visit(`${site}/client/profile`)
  const device = await addDevice(page)
  await signIn(page, email, demoPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
  await near(page)
  await page.getByRole('button', { name: 'Añadir llave de acceso' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Nombre')).toHaveValue(/ en Linux$/)
  await wellMadeDialog(page)

  // The person closes the browser's dialog: nothing is lost.
  await device.recognises(false)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText(calm)).toBeVisible()
  await device.recognises(true)
  await dialog.getByLabel('Nombre').fill('Portátil de tesorería')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(toast(page, 'Llave de acceso añadida')).toBeVisible()
  await page.getByRole('button', { name: 'Crear códigos', exact: true }).click()
  await page.getByRole('button', { name: 'Los he guardado' }).click()
  const list = page.getByRole('list', { name: 'Tus llaves de acceso' })
  await expect(list.getByText('Portátil de tesorería')).toBeVisible()
  await expect(page.getByText('Tu llave de acceso es tu segundo paso.', { exact: false })).toBeVisible()
  await wellMade(page)
  await leave(page)

  await device.recognises(false)
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await expect(toast(page, calm)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await device.recognises(true)
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  // Beside the welcome of a moment ago, if it still stands.
  await expect(page.getByText(/^Bienvenido, /).first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
  await leave(page)

  await signIn(page, email, demoPassword)
  const use = page.getByRole('button', { name: 'Usar mi llave de acceso' })
  await expect(use).toBeFocused()
  await wellMade(page)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await expect(page.getByLabel('Código de recuperación')).toBeFocused()
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await device.recognises(false)
  await use.click()
  // Not the notice in passing of the try before.
  await expect(page.getByRole('main').getByText(calm)).toBeVisible()
  await device.recognises(true)
  await use.click()
  await expect(page.getByText(/^Bienvenido, /).first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)

  await page.goto(`${site}/client/profile`)
  await near(page)
  await expect(list.getByText('último uso', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Renombrar Portátil de tesorería' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Portátil nuevo')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Nombre guardado')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar Portátil nuevo' }).click()
  await expect(page.getByText('Es tu único segundo paso', { exact: false })).toBeVisible()
  await wellMadeDialog(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(toast(page, 'Verificación en dos pasos desactivada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Añadir llave de acceso' })).toBeVisible()
  await leave(page)

  // The device still has it: the account does not.
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'No hemos reconocido esa llave de acceso',
  )
})

test('a browser without passkeys shows no button for them, and the profile says why', async ({ visit }) => {
  // The address in numbers, for which browsers make none.
  const page = await visit('/client/profile')
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar con una llave de acceso' })).toHaveCount(0)
  await signIn(page, 'nuria@demo.example', demoPassword)
  await near(page)
  await expect(page.getByText('Este navegador no permite añadir llaves de acceso.')).toBeVisible()
})
