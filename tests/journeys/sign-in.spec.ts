import { demoPassword } from '../../src/demo/password.ts'
import { limitOf, watchLoads } from './first-load.ts'
import { wellMade } from './journey.ts'
import { expect, signIn, test, toast } from './people.ts'

test('the product is installed on a phone or desktop, and begins at the home of whoever is in @desktop', async ({
  visit,
}) => {
  const page = await visit('/')
  const browser = await page.context().newCDPSession(page)
  const { errors, url } = await browser.send('Page.getAppManifest')
  expect(url).toMatch(/app\.webmanifest$/)
  expect(errors).toEqual([])
  // A context of the journeys keeps nothing, as a private window does.
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await page.goto('/?inicio')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'admin.plata@demo.example', demoPassword)
  await expect(page).toHaveURL(/\/empresa\/projects$/)
  await page.goto('/?inicio')
  await expect(page).toHaveURL(/\/empresa\/projects$/)
})

test('signing in says what is missing, what is wrong, and who has come in', async ({ visit, isMobile }) => {
  const page = await visit('/login')
  await expect(page.getByText('Gestión de documentos y aprobaciones')).toBeVisible()
  const email = page.getByLabel('Correo electrónico')
  const password = page.getByLabel('Contraseña', { exact: true })
  const send = page.getByRole('button', { name: 'Iniciar sesión' })
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Por favor complete todos los campos')
  await expect(email).toBeFocused()
  await email.fill('admin.plata@demo.example')
  await send.click()
  await expect(password).toBeFocused()

  await password.fill('no es esta')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Credenciales inválidas')
  await expect(toast(page, 'Credenciales inválidas')).toBeVisible()
  await expect(email).toHaveValue('admin.plata@demo.example')
  await wellMade(page)

  await password.fill(demoPassword)
  await password.press('Enter')
  await expect(page).toHaveURL(/\/empresa\/projects$/)
  await expect(page.getByText(/^Bienvenido, /)).toBeVisible()

  await page.goto('/login')
  await expect(page.getByRole('heading', { name: '¡Bienvenido a Visto Bueno!' })).toBeVisible()
  await expect(page.getByText('Registrado correctamente.')).toBeVisible()
  await page.getByRole('link', { name: 'Ir al panel' }).click()
  await expect(page).toHaveURL(/\/empresa\/projects$/)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText('Has cerrado sesión correctamente')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => window.innerWidth)).toBe(isMobile ? 390 : 1440)
})

test('a server that does not answer is not a wrong password, and what was typed stays', async ({ visit }) => {
  const page = await visit('/login')
  await page.route('**/auth/v1/token**', route => route.fulfill({ status: 400, body: '{}' }))
  await signIn(page, 'empresa@demo.example', demoPassword)
  await expect(page.getByRole('alert')).toHaveText('Error en el inicio de sesión')
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(demoPassword)
  await page.unroute('**/auth/v1/token**')
  const tooMany = { code: 'over_request_rate_limit', message: 'Demasiados intentos. Espera unos minutos.' }
  await page.route('**/auth/v1/token**', route =>
    route.fulfill({ status: 429, json: { ...tooMany, error_code: tooMany.code } }),
  )
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('alert')).toHaveText(tooMany.message)
})

test('a busy server is said, and asked again by itself', async ({ browser, server }) => {
  // A browser of its own: that the console complains is what this is about.
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/login')
  let busy = 1
  await page.route('**/auth/v1/token**', route =>
    busy-- > 0 ? route.fulfill({ status: 503, body: 'Service Unavailable' }) : route.continue(),
  )
  await signIn(page, 'empresa@demo.example', demoPassword)
  await expect(page.getByText('El sistema está ocupado. Lo intentamos de nuevo…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Iniciando sesión...' })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.runFor(2_000)
  await expect(page).toHaveURL(/\/empresa\/projects$/)
  await context.close()
})

test('the demo’s accounts are the four of the box, fill the form, and the mails it sent can be read', async ({
  visit,
}) => {
  const page = await visit('/login')
  await expect(page.getByText('Cualquier contraseña sirve para las cuentas de demostración')).toBeVisible()
  const box = page.getByRole('region', { name: 'Accesos de demostración' })
  const addresses = ['saas', 'empresa', 'cliente', 'proveedor'].map(
    who => new RegExp(`${who}@demo\\.example$`),
  )
  await expect(box.getByRole('list').first().getByRole('button')).toHaveText(addresses)
  await expect(box.getByRole('list').getByRole('button')).toHaveCount(addresses.length)
  const more = page.getByRole('button', { name: 'Más cuentas de demostración' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: /marta@demo\.example/ })).toHaveCount(0)
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await wellMade(page)
  await page.getByRole('button', { name: /marta@demo\.example/ }).click()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('marta@demo.example')
  await page.getByRole('button', { name: /proveedor@demo\.example/ }).click()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('proveedor@demo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill('la que sea')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/provider\/projects$/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Iniciar sesión con otra cuenta' }).click()
  await page.getByRole('link', { name: 'Ver los correos enviados' }).click()
  await expect(page).toHaveURL(/\/dev\/outbox$/)
})

test('an address with a code or a token is forwarded to the sign-in screen with all it carries', async ({
  visit,
}) => {
  const page = await visit('/')
  await expect(page.getByRole('link', { name: 'Ingresar a mi cuenta' })).toBeVisible()
  // It is on its way at once: what stood there is written down.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const shown = document.body?.textContent ?? ''
      if (shown.includes('Procesando tu ingreso...')) sessionStorage.setItem('shown', location.pathname)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/?code=abc&source=reset_email', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login\?code=abc&source=reset_email$/)
  await expect(page.getByRole('heading', { name: 'Crear nueva contraseña' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe('/')
  // From elsewhere, as a link of a mail is opened: within the same document only its hash would change.
  await page.goto('about:blank')
  await page.goto('/#access_token=a.b.c&type=recovery', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Crear nueva contraseña' })).toBeVisible()
  // The code that opens an account does not stay in the address.
  await expect(page).toHaveURL(/\/login$/)
})

test('the sign-in screen says when it asks to look at the mail, and when a link is no longer good', async ({
  visit,
}) => {
  const page = await visit('/login?reset=true')
  await expect(page.getByText('Revisa tu correo electrónico')).toBeVisible()
  await page.goto('/login?error=access_denied&error_code=otp_expired&source=reset_email#error=access_denied')
  await expect(page.getByText('Error al procesar el token')).toBeVisible()
  await expect(
    page.getByText(
      'Hubo un problema al procesar el token de restablecimiento. Por favor, solicite un nuevo enlace.',
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Solicitar un nuevo enlace' }).click()
  await expect(page.getByRole('button', { name: 'Enviar instrucciones' })).toBeVisible()
})

test('whoever is sent to sign in comes back to where they were going', async ({ visit }) => {
  const page = await visit('/empresa/contracts?q=obra')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'empresa@demo.example', demoPassword)
  await expect(page).toHaveURL(/\/empresa\/contracts\?q=obra$/)
})

test('until it is known who is in the screen says so, and when it cannot be known, that too', async ({
  as,
}) => {
  const page = await as('empresa@demo.example')
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  // The official client, without which nobody is known.
  await page.route('**/assets/module-*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto('/login')
  await expect(page.getByText('Verificando estado de autenticación')).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: '¡Bienvenido a Visto Bueno!' })).toBeVisible()

  // The session is to be renewed, and nobody answers.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter(name => name.endsWith('-auth-token'))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...kept, expires_at: 1 }))
    }
  })
  await page.route('**/auth/v1/token**', route => route.abort('internetdisconnected'))
  await page.clock.install()
  await page.goto('/login')
  await expect(async () => {
    await page.clock.runFor(30_000)
    await expect(page.getByText('Error al verificar autenticación')).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 30_000 })
  await expect(
    page.getByText('No se pudo verificar el estado de autenticación. Por favor, intente nuevamente.'),
  ).toBeVisible()
})

for (const [look, use] of [
  ['in the dark theme', { colorScheme: 'dark' }],
  ['at 320 px @phone', { viewport: { width: 320, height: 640 } }],
] as const) {
  test.describe(look, () => {
    test.use(use)
    test('every screen of somebody who is not in is well made', async ({ visit }) => {
      const page = await visit('/')
      const loads = watchLoads(page)
      for (const address of [
        '/',
        '/login',
        '/login?source=reset_email&code=x',
        '/login?source=invite&token_hash=x',
        '/login?error_code=otp_expired',
        '/register',
        '/welcome',
        '/confirm?type=signup&token_hash=x',
        '/confirm?type=email_change&token_hash=x',
        '/confirm?type=email_undo&token_hash=x',
        '/confirm',
        '/unauthorized',
        '/verificar',
        '/verificar/AAAAA',
        '/ayuda',
        '/accesibilidad',
        '/nada',
      ]) {
        await test.step(address, async () => {
          loads.taken()
          await page.goto(address)
          await expect(page.getByText('Verificando estado de autenticación')).toHaveCount(0)
          expect(loads.taken(), 'kilobytes of a first load').toBeLessThanOrEqual(limitOf(address))
          await wellMade(page)
          if ('viewport' in use) expect(await page.evaluate(() => window.innerWidth)).toBe(320)
        })
      }
    })
  })
}
