import { demoPassword } from '../../src/demo/password.ts'
import { choose, expect, test } from './journey.ts'

test('who forces colours still sees what is current, pressed, consumed and a button @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/contracts')
  await page.emulateMedia({ forcedColors: 'active' })
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await expect(menu.getByRole('link', { name: 'Contratos' })).toHaveCSS('outline-style', 'solid')
  await expect(menu.getByRole('link', { name: 'Clientes' })).toHaveCSS('outline-style', 'none')
  await expect(page.getByRole('button', { name: /^Todos/, pressed: true })).toHaveCSS(
    'outline-style',
    'solid',
  )
  await expect(page.getByRole('button', { name: /^Activos/ })).toHaveCSS('border-style', 'solid')
  const meter = page.getByRole('meter').first()
  await expect(meter).toBeVisible()
  const grounds = await meter.evaluate(bar =>
    [bar, ...bar.children].map(part => {
      const { backgroundColor, backgroundImage } = getComputedStyle(part)
      return `${backgroundColor} ${backgroundImage}`
    }),
  )
  expect(new Set(grounds).size).toBeGreaterThan(2)
})

test('on paper there is the content alone, light and whole, whatever the screen wears @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(25, 30, 40)')
  await page.setViewportSize({ width: 794, height: 1123 })
  const table = page.getByRole('table').first()
  const cut = await table.evaluate(drawn => drawn.getBoundingClientRect().right - window.innerWidth)
  expect(cut).toBeLessThanOrEqual(0)
})

test('on paper a desk is what the screen showed: the list, and the order beside it below it @desktop', async ({
  as,
}) => {
  const page = await as('lucia@demo.example', '/client/pending-approvals')
  const order = page.getByRole('article').getByRole('heading', { name: 'Cinta de limpieza' })
  await expect(order).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1047 })
  await expect(page.getByRole('list', { name: 'Documentos pendientes' })).toBeVisible()
  await expect(order).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(order).toBeHidden()
})

test('on paper stand the figures and names that a screen lets people press @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/month-end')
  await page.emulateMedia({ media: 'print' })
  // Which figures a month has depends on the day on which the demo is made.
  const figures = page.getByRole('region', { name: 'En el mes' }).getByRole('button')
  await expect(figures.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cerrar el mes' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Cuentas contables' })).toBeHidden()

  await page.goto('/empresa/providers')
  const names = page.getByRole('row').getByText('Climatización Norte', { exact: true })
  await expect(names).toBeVisible()
  await page.goto('/empresa/settings/audit')
  await expect(page.getByRole('button', { name: 'Aprobación dada' }).first()).toBeVisible()
})

test('who asks for less motion gets none @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap(element => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          return `${transitionDuration}, ${animationDuration}`.split(', ').map(Number.parseFloat)
        }),
      ),
    )
  expect(await longest()).toBeLessThan(0.001)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  expect(await longest()).toBeLessThan(0.001)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await longest()).toBeGreaterThan(0.05)
})

async function endAllSessions(): Promise<void> {
  const name = Object.keys(localStorage).find(key => key.endsWith('-auth-token')) ?? ''
  const { access_token: token } = JSON.parse(localStorage.getItem(name) ?? '{}')
  const headers = { authorization: `Bearer ${token}`, apikey: 'sb_publishable_visto_bueno' }
  await fetch('/auth/v1/logout?scope=global', { method: 'POST', headers })
}

test('a session that ends elsewhere says so, and goes on where it was; one that is left says nothing @desktop', async ({
  as,
  server,
  works,
}) => {
  const person = await works.person('Sara', 'Vuelve', { role: 'client_user', clientId: works.clientId })
  const page = await as(person.email, '/client/documents')
  const ended = page.getByText('Tu sesión ha terminado. Entra y sigues donde estabas.')
  // It ends once the link is pressed: the screen before would otherwise hear of it by itself, now and then.
  await page.route(/\/api\/contracts/, async route => {
    await page.evaluate(endAllSessions)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Contratos' }).click()
  await expect(ended).toBeVisible()
  await page.unrouteAll()
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${server.origin}/client/contracts`)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(ended).toHaveCount(0)
})

test('what somebody has read is not there for whoever signs in next, also when the session ended elsewhere @desktop', async ({
  as,
  server,
  works,
}) => {
  await works.project({ name: 'Leído y olvidado' })
  const person = await works.administrator('Sara', 'Lee')
  const page = await as(person.email, '/empresa/contracts')
  const main = page.getByRole('main')
  await expect(main).toContainText('Contrato de Leído y olvidado')
  await page.evaluate(endAllSessions)
  await page.getByRole('link', { name: 'Clientes' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // No answer comes: what shows is what was there.
  await page.route(/\/api\/contracts/, () => {})
  await page.getByLabel('Correo electrónico').fill('nueva@demo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${server.origin}/empresa/clients`)
  await page.getByRole('link', { name: 'Contratos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
  await expect(main).not.toContainText('Contrato de Leído y olvidado')
})

test('a new order says to whom it goes, and begins with the type of the last one', async ({ as, works }) => {
  const approver = await works.person('Aurora', 'Firma')
  const project = await works.project({ name: 'Pedidos seguidos', approverIds: [approver.id] })
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new`)
  await expect(page.getByRole('radio', { name: 'Solicitar emisión' })).toBeChecked()
  await page.getByRole('radio', { name: 'Solicitar pago o gasto' }).check()
  await page.getByLabel('Nombre', { exact: true }).fill('Primero')
  await choose(page, 'Proveedor', works.supplier)
  // An amount of its own: another journey's order of the same amount would ask for a reason.
  await page.getByLabel('Monto').fill('137,19')
  await expect(page.getByText('Al guardar, se envía a aprobación: lo recibe Aurora Firma.')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.waitForURL(`**/client/projects/${project.id}`)
  await page.goto(`/client/projects/${project.id}/documents/new`)
  await expect(page.getByRole('radio', { name: 'Solicitar pago o gasto' })).toBeChecked()
  await page.goto(`/client/projects/${project.id}/documents/new?type=emision`)
  await expect(page.getByRole('radio', { name: 'Solicitar emisión' })).toBeChecked()
})
