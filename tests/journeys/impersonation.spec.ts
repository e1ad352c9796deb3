import { watchLoads } from './first-load.ts'
import { expect, test, wellMade } from './journey.ts'

const viewing = 'Estás visualizando como otro usuario: no puedes hacer cambios.'

test('an administrator sees what the client sees, changes nothing, survives a reload and goes back', async ({
  as,
}) => {
  const page = await as('empresa@demo.example')
  await page.getByRole('button', { name: 'Ver como cliente: Hoteles Brisa' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ver como Hoteles Brisa' })
  await dialog.getByRole('button', { name: 'Ver como cliente' }).click()
  await expect(dialog.getByText('Escribe el motivo')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Ayudar con un pedido devuelto')
  await dialog.getByRole('button', { name: 'Ver como cliente' }).click()

  await page.waitForURL('**/client/projects')
  await expect(page.getByText('Estás visualizando como Cliente: Hoteles Brisa')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mis Proyectos' })).toBeVisible()
  await wellMade(page)

  await page
    .getByRole('link', { name: /Reforma Hotel Brisa/ })
    .first()
    .click()
  const create = page.getByRole('button', { name: 'Nuevo Documento' }).first()
  await expect(create).toHaveAccessibleDescription(viewing)
  await page.reload()
  await expect(page.getByText('Estás visualizando como Cliente: Hoteles Brisa')).toBeVisible()
  await page.goto('/empresa/projects')
  await page.waitForURL('**/client/projects')

  await page.getByRole('button', { name: 'Salir del modo impersonar' }).click()
  await page.waitForURL('**/empresa/projects')
  await expect(page.getByText('Estás visualizando')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Ver como cliente: Hoteles Brisa' }).first()).toBeVisible()
})

test('whoever looks as a client from a project is shown that project first', async ({ as, works }) => {
  await works.project({ name: 'Bancales de arriba' })
  const { id } = await works.project({ name: 'Bancales de abajo' })
  const page = await as('empresa@demo.example', `/empresa/projects?q=${id}`)
  await page.getByRole('button', { name: /^Ver como cliente/ }).click()
  await page.getByLabel('Motivo').fill('Una duda de este proyecto')
  await page.getByRole('dialog').getByRole('button', { name: 'Ver como cliente' }).click()
  await page.waitForURL('**/client/projects')
  const project = page.getByRole('link', { name: 'Bancales de abajo' })
  await expect(project).toBeFocused()
  await expect(project).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/client/projects/${id}`)
})

test('a look that the server ended ends on the screen too @desktop', async ({ as, server }) => {
  const page = await as('empresa@demo.example')
  await page.route('**/api/live', () => {})
  const loads = watchLoads(page)
  await page.getByRole('button', { name: 'Ver como cliente: Hoteles Brisa' }).first().click()
  await page.getByLabel('Motivo').fill('Una duda')
  await page.getByRole('dialog').getByRole('button', { name: 'Ver como cliente' }).click()
  await page.waitForURL('**/client/projects')
  // Nothing is on its way any more that would tell of the end before the page is loaded again.
  await expect(page.getByText('Estás visualizando')).toBeVisible()
  await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
  await expect.poll(loads.waiting, { message: 'unanswered' }).toBe(0)
  const own = await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter(name => name.endsWith('-auth-token'))
    return JSON.parse(localStorage.getItem(key) ?? '{}').access_token
  })
  const ended = await page.request.post(`${server.origin}/api/impersonation/end`, {
    headers: { authorization: `Bearer ${own}` },
  })
  expect(ended.status()).toBe(200)
  await page.reload()
  await expect(page.getByText('La visualización ha terminado')).toBeVisible()
  await expect(page.getByText('Estás visualizando')).toBeHidden()
})
