import { demoPassword } from '../../src/demo/password.ts'
import { expect, test, wellMade } from './journey.ts'

test('whoever is signed out is asked to sign in, and comes back to the very address', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  await page.goto('/client/projects/PRJ-001?status=paid')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Correo electrónico').fill('nuria@demo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill('otra-clave')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Credenciales inválidas').first()).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/client\/projects\/PRJ-001\?status=paid$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Reforma Hotel Brisa' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pagados/ })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/client/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await context.close()
})

for (const [who, address, home] of [
  ['cliente', '/empresa/people', '/client/projects'],
  ['nuria', '/empresa', '/client/dashboard'],
  ['marta', '/provider/projects', '/client/projects'],
  ['proveedor', '/client/dashboard', '/provider/projects'],
  ['proveedor', '/provider', '/provider/dashboard'],
  ['cliente', '/admin_saas/companies', '/client/projects'],
  ['nuria', '/client/client-users', '/client/dashboard'],
  ['marta', '/client/client-users', '/client/projects'],
  ['empresa', '/admin/clients', '/empresa/clients'],
] as const) {
  test(`${who}@ who goes to ${address} comes to ${home} @desktop`, async ({ as }) => {
    const page = await as(`${who}@demo.example`, address)
    await expect(page).toHaveURL(new RegExp(`${home}$`))
  })
}

test('an address that does not exist says so and leads home, inside and outside of an area', async ({
  as,
}) => {
  const page = await as('cliente@demo.example')
  for (const address of ['/no-existe', '/client/no-existe', '/empresa2/projects']) {
    await page.goto(address)
    const title = page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })
    await expect(title).toBeVisible()
    expect(await title.evaluate(element => element.closest('[lang]')?.getAttribute('lang'))).toBe('en')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  }
})

test('an order is not found under the address of another project, nor another client’s under its own @desktop', async ({
  as,
}) => {
  const page = await as('cliente@demo.example')
  for (const [address, wayOut] of [
    ['/client/projects/PRJ-002/documents/DOC-003', 'Volver al proyecto'],
    ['/client/projects/PRJ-001/documents/DOC-999', 'Volver al proyecto'],
    ['/client/projects/PRJ-002/documents/DOC-003/edit', 'Volver al proyecto'],
    ['/client/projects/PRJ-003', 'Volver a los proyectos'],
    ['/client/projects/PRJ-003/documents/new', 'Volver al proyecto'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText('No existe o no tienes acceso.')).toBeVisible()
    await expect(page.getByRole('link', { name: wayOut })).toBeVisible()
    await expect(page.getByText('Climatización planta 1')).toHaveCount(0)
    await wellMade(page)
  }
})

test('access denied says whom to ask, goes back and goes home @desktop', async ({ as }) => {
  const page = await as('cliente@demo.example', '/client/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Proyectos' })).toBeVisible()
  await page.goto('/unauthorized')
  const text =
    'No tienes permisos suficientes para acceder a esta página. Si crees que esto es un error, contacta con tu administrador.'
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Volver atrás' }).click()
  await expect(page).toHaveURL(/\/client\/projects$/)
  await page.goto('/unauthorized')
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the company’s settings open for whoever administers everywhere, and for nobody else @desktop', async ({
  as,
}) => {
  const denied = /^No tienes permisos suficientes para acceder a esta página/
  const page = await as('empresa@demo.example', '/empresa/settings/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoría' })).toBeVisible()
  // Somebody who stopped administering while their screens were open: what the server says of them decides.
  await page.route('**/api/session/permissions', route =>
    route.fulfill({ json: { byProject: {}, global: ['view'], isTenantAdmin: false } }),
  )
  for (const address of ['/empresa/settings', '/empresa/settings/flows', '/empresa/settings/audit']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/unauthorized$/)
    await expect(page.getByText(denied)).toBeVisible()
  }
  await page.unroute('**/api/session/permissions')
  await page.goto('/empresa/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible()
})
