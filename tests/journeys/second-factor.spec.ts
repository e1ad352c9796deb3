import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { startDemo } from '../support/demo-data.ts'
import { talkTo } from '../support/talk.ts'
import { Complaints } from './complaints.ts'
import { codeOf, enrol, codeInput as inputOf } from './factor.ts'
import { wellMade, wellMadeDialog } from './journey.ts'
import { expect, settings, signIn, test, toast } from './people.ts'

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('a second factor is enrolled, asked for, replaced by a recovery code, and removed', async ({
  visit,
}) => {
  const page = await visit('/client/profile')
  await signIn(page, 'marta@demo.example', demoPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
  const { secret, codes } = await enrol(page, wellMadeDialog)
  await leave(page)

  const seen = new Complaints()
  seen.watch(page, 'marta')
  await signIn(page, 'marta@demo.example', demoPassword)
  await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible()
  await expect(inputOf(page)).toBeFocused()
  await wellMade(page)
  // The password alone opens nothing, after a reload and elsewhere neither.
  await page.reload()
  await expect(inputOf(page)).toBeVisible()
  await page.goto('/client/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  expect(seen.refused(), 'asked before the code').toEqual([])
  await inputOf(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('El código tiene seis cifras')
  await inputOf(page).fill('000000')
  await inputOf(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('El código no es correcto')
  const code = codeOf(secret, 1)
  await inputOf(page).evaluate((input: HTMLInputElement) => input.focus())
  await inputOf(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(inputOf(page)).toHaveValue(code)
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page).toHaveURL(/\/client\/dashboard$/)
  await expect(page.getByText(/^Bienvenido, /)).toBeVisible()
  await leave(page)

  await signIn(page, 'marta@demo.example', demoPassword)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await wellMade(page)
  await page.getByLabel('Código de recuperación').fill('AAAA-AAAA-AAAA')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Código de recuperación').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page).toHaveURL(/\/client\/dashboard$/)

  await page.goto('/client/profile')
  await expect(page.getByText('Te quedan 9 códigos de recuperación.')).toBeVisible()
  await page.getByRole('button', { name: /^Quitar / }).click()
  await wellMadeDialog(page)
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await expect(toast(page, 'Verificación en dos pasos desactivada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activar la verificación' })).toBeVisible()
  await page.goto('/client/dashboard')
  await expect(page).toHaveURL(/\/client\/dashboard$/)
})

test('whoever has lost the password gives the second factor before choosing another @desktop', async ({
  visit,
  linkIn,
  server,
}) => {
  const email = `doble-${crypto.randomUUID().slice(0, 6)}@correo.example`
  const talk = talkTo(server.origin)
  const person = { name: 'Dora', lastName: 'Doble', email, role: 'approver' }
  await talk.post('/api/people', await talk.signIn('empresa'), person)
  const choose = async (on: Page, password: string) => {
    await on.getByLabel('Nueva contraseña').fill(password)
    await on.getByLabel('Confirmar contraseña').fill(password)
    await on.getByRole('button', { name: 'Guardar contraseña' }).click()
  }
  const page = await visit(await linkIn(email, 'invitation'))
  await choose(page, 'Cerezas-y-granito-41')
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('link', { name: 'Ir a mi perfil' }).click()
  const { secret } = await enrol(page)
  await leave(page)

  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar instrucciones' }).click()
  await expect(page.getByRole('heading', { name: 'Instrucciones enviadas' })).toBeVisible()
  await page.goto(await linkIn(email, 'recovery'))
  await choose(page, 'Granito-y-cerezas-52')
  await expect(inputOf(page)).toBeVisible()
  await expect(page.getByText('¿Sin tu dispositivo y sin códigos?', { exact: false })).toBeVisible()
  await inputOf(page).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
  await expect(page.getByText('Registrado correctamente.')).toBeVisible()
})

test('where administrators need a second factor, one without is taken to the profile, and works after it @desktop', async ({
  visit,
}) => {
  const strict = await startDemo({ ...settings, MFA_REQUIRED: '1' })
  try {
    const page = await visit(`${strict.origin}/login`)
    const seen = new Complaints()
    seen.watch(page, 'empresa')
    await signIn(page, 'empresa@demo.example', demoPassword)
    await expect(page).toHaveURL(/\/empresa\/profile$/)
    await expect(page.getByText('Tu cuenta necesita la verificación en dos pasos')).toBeVisible()
    await page.goto(`${strict.origin}/empresa/contracts`)
    await expect(page).toHaveURL(/\/empresa\/profile$/)
    await expect(page.getByText(/^Navegador en Linux|esta sesión/).first()).toBeVisible()
    expect(seen.refused(), 'asked before the factor is there').toEqual([])
    await enrol(page)
    await expect(page.getByText('Tu cuenta necesita la verificación en dos pasos')).toHaveCount(0)
    await page.goto(`${strict.origin}/empresa/contracts`)
    await expect(page.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
    await expect(page).toHaveURL(/\/empresa\/contracts$/)
    // Before its server ends: what the page still loads would break off.
    await page.close()
  } finally {
    await strict.stop()
  }
})

test('a server that asks for the second step makes the browser find out who is in @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example')
  const problem = {
    type: '/problems/second_step_required',
    title: 'Confirma tu identidad con el segundo paso para continuar.',
    status: 403,
  }
  await page.route('**/api/contracts**', route => route.fulfill({ status: 403, json: problem }))
  const renewed = page.waitForRequest(/\/auth\/v1\/token\?grant_type=refresh_token/)
  await page.goto('/empresa/contracts')
  await renewed
})
