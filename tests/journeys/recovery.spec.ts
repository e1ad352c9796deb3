import type { Page } from '@playwright/test'
import { startDemo } from '../support/demo-data.ts'
import { talkTo } from '../support/talk.ts'
import { wellMade } from './journey.ts'
import { linksOf } from './links.ts'
import { expect, settings, signIn, test, toast } from './people.ts'

const password = 'Cerezas-y-granito-41'
let people = 0

/** Somebody of the demo company, with a mailbox of their own, who has accepted the invitation. */
async function invited(origin: string): Promise<string> {
  const talk = talkTo(origin)
  const email = `persona${++people}-${crypto.randomUUID().slice(0, 6)}@correo.example`
  const body = { name: 'Olga', lastName: 'Olvido', email, role: 'approver' }
  const { status } = await talk.post('/api/people', await talk.signIn('empresa'), body)
  expect(status).toBe(200)
  return email
}

/** Address fragment that the identity server writes for a client that brought no challenge. */
async function tokensFor(
  origin: string,
  email: string,
  linkIn: ReturnType<typeof linksOf>,
): Promise<URLSearchParams> {
  await fetch(`${origin}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const code = new URL(await linkIn(email, 'recovery')).searchParams.get('code')
  const answer = await fetch(`${origin}/auth/v1/verify?type=recovery&token=${code}`, { redirect: 'manual' })
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
}

async function choosePassword(page: Page, chosen: string, again = chosen): Promise<void> {
  await page.getByLabel('Nueva contraseña').fill(chosen)
  await page.getByLabel('Confirmar contraseña').fill(again)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
}

async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('button', { name: 'Enviar instrucciones' }).click()
  await expect(page.getByRole('alert')).toHaveText('Por favor ingrese su correo electrónico')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Correo electrónico').press('Enter')
  await expect(page.getByRole('heading', { name: 'Instrucciones enviadas' })).toBeVisible()
  await expect(
    page.getByText(
      'Si existe una cuenta con ese correo electrónico, recibirás instrucciones para restablecer tu contraseña.',
    ),
  ).toBeVisible()
  await expect(toast(page, 'Instrucciones enviadas a tu correo electrónico')).toBeVisible()
}

test('an invitation is accepted with a password and ends in a welcome', async ({ visit, server, linkIn }) => {
  const email = await invited(server.origin)
  const page = await visit(await linkIn(email, 'invitation'))
  await expect(page.getByRole('heading', { name: 'Crear nueva contraseña' })).toBeVisible()
  await choosePassword(page, password)
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByRole('heading', { name: '¡Bienvenido a Visto Bueno, Olga!' })).toBeVisible()
  await wellMade(page)
  await page.getByRole('link', { name: 'Ir al panel' }).click()
  await expect(page).toHaveURL(/\/client\/dashboard$/)
})

test('a lost password is replaced in the browser that asked', async ({ visit, server, linkIn }) => {
  const email = await invited(server.origin)
  const page = await visit('/login')
  await askForLink(page, email)
  await page.goto(await linkIn(email, 'recovery'))
  await expect(page.getByRole('heading', { name: 'Crear nueva contraseña' })).toBeVisible()
  await expect(page).not.toHaveURL(/code=/)
  // The link is redeemed, and the form is there after a reload too.
  await page.reload()
  await choosePassword(page, password, 'otra')
  await expect(page.getByRole('alert')).toHaveText('Las contraseñas no coinciden')
  await choosePassword(page, 'corta')
  await expect(page.getByRole('alert')).toHaveText('La contraseña debe tener al menos 6 caracteres')
  await wellMade(page)
  await choosePassword(page, password)
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
  await expect(page.getByRole('heading', { name: '¡Bienvenido a Visto Bueno!' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('a lost password is replaced in another browser, with a link that is good once @desktop', async ({
  visit,
  server,
  linkIn,
}) => {
  const email = await invited(server.origin)
  await askForLink(await visit('/login'), email)
  const link = await linkIn(email, 'recovery')
  // Whatever scans mails opens the page, too.
  await visit(link)
  const page = await visit(link)
  await choosePassword(page, password)
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  const late = await visit(link)
  await choosePassword(late, 'Otra-distinta-52')
  await expect(late.getByText('Error al procesar el token')).toBeVisible()
  await signIn(late, email, password)
  await expect(late).toHaveURL(/\/client\/dashboard$/)
})

test('a link that has expired says so at once, and another can be asked for @desktop', async ({ visit }) => {
  const server = await startDemo(settings)
  try {
    const email = await invited(server.origin)
    const page = await visit(`${server.origin}/login`)
    await askForLink(page, email)
    const link = await linksOf(server.origin)(email, 'recovery')
    const hour = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await fetch(`${server.origin}/dev/clock`, { ...hour, body: JSON.stringify({ advance_s: 3700 }) })
    await page.goto(link)
    await expect(page.getByText('Error al procesar el token')).toBeVisible()
    await page.getByRole('button', { name: 'Solicitar un nuevo enlace' }).click()
    await expect(page.getByRole('button', { name: 'Enviar instrucciones' })).toBeVisible()
  } finally {
    await server.stop()
  }
})

test('what the server says of a new password stands above the form, and the link is not lost @desktop', async ({
  visit,
  server,
  linkIn,
}) => {
  const email = await invited(server.origin)
  const first = await visit(await linkIn(email, 'invitation'))
  await choosePassword(first, password)
  await expect(first).toHaveURL(/\/welcome$/)
  await askForLink(await visit('/login'), email)
  const page = await visit(await linkIn(email, 'recovery'))
  await choosePassword(page, password)
  await expect(page.getByRole('alert')).toHaveText('La nueva contraseña debe ser distinta de la actual.')
  await choosePassword(page, `${password}-nueva`)
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
})

test('tokens in the address set the password, with and without the one that renews @desktop', async ({
  visit,
  server,
  linkIn,
}) => {
  for (const isWhole of [true, false]) {
    const email = await invited(server.origin)
    const hash = await tokensFor(server.origin, email, linkIn)
    if (!isWhole) hash.set('refresh_token', '')
    const page = await visit(`/login?source=reset_email#${hash}`)
    await expect(page).toHaveURL(/\/login\?source=reset_email$/)
    await choosePassword(page, password)
    await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
    if (isWhole) await expect(page.getByText('Registrado correctamente.')).toBeVisible()
    else {
      await signIn(page, email, password)
      await expect(page).toHaveURL(/\/client\/dashboard$/)
    }
  }
  const page = await visit('/login#access_token=a.b.c&type=recovery')
  await choosePassword(page, password)
  await expect(page.getByRole('alert')).toHaveText(
    'No se pudo actualizar la contraseña con el token proporcionado',
  )
  await expect(page.getByLabel('Nueva contraseña')).toHaveValue(password)
})

test('a failure to send the instructions is told in the server’s words, or in ours @desktop', async ({
  visit,
}) => {
  const page = await visit('/login')
  await page.getByLabel('Correo electrónico').fill('ana@correo.example')
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await wellMade(page)
  const json = { code: 'over_email_send_rate_limit', message: 'Demasiadas solicitudes. Espera un rato.' }
  let isOnline = false
  await page.route('**/auth/v1/recover**', route =>
    isOnline ? route.fulfill({ status: 429, json }) : route.abort('internetdisconnected'),
  )
  await page.getByRole('button', { name: 'Enviar instrucciones' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error al enviar las instrucciones')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('ana@correo.example')
  isOnline = true
  await page.getByRole('button', { name: 'Enviar instrucciones' }).click()
  await expect(page.getByRole('alert')).toHaveText(json.message)
})
