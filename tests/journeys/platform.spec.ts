import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { maxShift, shiftOf } from './first-load.ts'
import { choose, expect, test, wellMadeDialog } from './journey.ts'
import { toast } from './people.ts'

const tag = () => crypto.randomUUID().slice(0, 6)

/** A row of the list, as a row of a table or as a card on a phone. */
const rowOf = (page: Page, list: string, text: string, isMobile: boolean) =>
  isMobile
    ? page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })
    : page.getByRole('region', { name: list }).getByRole('row').filter({ hasText: text })

async function find(page: Page, label: string, text: string) {
  await page.getByRole('searchbox', { name: label }).fill(text)
  await expect(page).toHaveURL(/q=/)
}

test('the platform sees six figures, and goes from there to its companies @desktop', async ({ as }) => {
  const page = await as('saas@demo.example')
  await expect(page).toHaveURL(/\/admin_saas\/dashboard$/)
  const figures = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(figures).toHaveCount(6)
  await expect(figures.filter({ hasText: /^Empresas activas/ })).toContainText(/[1-9]/)
  await page.goto('/admin_saas')
  await expect(page).toHaveURL(/\/admin_saas\/dashboard$/)
})

test('a user is created with the form, edited in the table and switched off', async ({ as, isMobile }) => {
  const email = `nueva-${tag()}@demo.example`
  const page = await as('saas@demo.example', '/admin_saas/users')
  const form = page.getByRole('main')
  await form.getByLabel('Nombre', { exact: true }).fill('Noelia')
  await form.getByLabel('Apellidos', { exact: true }).fill('Nueva')
  await form.getByLabel('Correo electrónico', { exact: true }).fill(email)
  await expect(form.getByLabel('Rol', { exact: true })).toHaveValue('client_user')
  await form.getByLabel('Rol', { exact: true }).selectOption('approver')
  await choose(page, 'Empresa', 'Grupo Miramar')
  await form.getByLabel('Contraseña', { exact: true }).fill('corta')
  await form.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(page.getByText('La contraseña debe tener al menos 8 caracteres')).toBeVisible()
  await form.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await form.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(page.getByText('Usuario creado correctamente')).toBeVisible()

  await find(page, 'Buscar usuarios...', email)
  const row = rowOf(page, 'Usuarios', email, isMobile)
  await expect(row).toContainText('Noelia Nueva')
  await row.getByRole('button', { name: 'Editar a Noelia Nueva' }).click()
  const name = page.getByLabel('Nombre de Noelia Nueva')
  await expect(name, 'the keys are where the typing is').toBeFocused()
  await name.fill('')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(name, 'what lacks a name is not saved, and nothing is said').toBeVisible()
  await name.fill('Noelia Navas')
  await page.getByLabel('Rol de Noelia Nueva').selectOption('client_user')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Usuario actualizado')).toBeVisible()
  await expect(row).toContainText('Noelia Navas')
  await expect(row).toContainText('Usuario de cliente')
  await expect(row.locator('button:focus'), 'and stay with the person').toHaveCount(1)

  const hers = await as(email)
  await expect(hers).toHaveURL(/\/client\/dashboard/)
  // On a phone the notice lies over the row, and passes by itself once nothing points at it: a finger leaves nothing behind.
  await page.mouse.move(0, 0)
  await expect(toast(page, 'Usuario actualizado')).toBeHidden()
  await row.getByRole('button', { name: 'Más acciones con Noelia Navas' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(row).toContainText('No')
  await hers.goto('/client/projects')
  await expect(hers, 'the next request with the old token is refused').toHaveURL(/\/login/)
})

test('a registration waits until the platform gives it a role and a company', async ({
  as,
  browser,
  server,
  isMobile,
}) => {
  const email = `registro-${tag()}@demo.example`
  const context = await browser.newContext({ baseURL: server.origin })
  const data = { name: 'Rita', lastName: 'Roca', role: 'provider' }
  await context.request.post('/auth/v1/signup', { data: { email, password: demoPassword, data } })
  await context.close()
  const page = await as('saas@demo.example', '/admin_saas/users')
  await page.getByRole('button', { name: 'Pendientes de activación' }).click()
  await expect(page).toHaveURL(/state=pending/)
  const row = rowOf(page, 'Usuarios', email, isMobile)
  await expect(row).toContainText('Pendiente de activación')
  await expect(row).toContainText('pidió: Proveedor')
  await row.getByRole('button', { name: 'Activar a Rita Roca' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activar a Rita Roca' })
  await expect(dialog.getByLabel('Rol')).toHaveValue('provider')
  await choose(page, 'Empresa', 'Grupo Miramar')
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByText('Proveedor requerido')).toBeVisible()
  await choose(page, 'Proveedor', 'Climatización Norte')
  await wellMadeDialog(page)
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByText('Rita Roca ya puede entrar')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(await as(email)).toHaveURL(/\/provider\/projects/)
})

test('a company is created, put on another plan, suspended and let go on', async ({ as, isMobile }) => {
  const name = `Viveros ${tag()}`
  const page = await as('saas@demo.example', '/admin_saas/companies')
  await page.getByRole('button', { name: 'Crear Nueva Empresa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Nueva Empresa' })
  await expect(dialog.getByLabel('Plan')).toHaveValue('starter')
  await expect(dialog.getByLabel('Estado inicial')).toHaveValue('active')
  await dialog.getByRole('button', { name: 'Crear empresa' }).click()
  await expect(dialog.getByText('Nombre requerido')).toBeVisible()
  await dialog.getByLabel('Nombre', { exact: true }).fill(name)
  await dialog.getByLabel('Correo electrónico', { exact: true }).fill('hola@viveros.example')
  await wellMadeDialog(page)
  await dialog.getByRole('button', { name: 'Crear empresa' }).click()
  await expect(page.getByText(`Empresa "${name}" creada exitosamente`)).toBeVisible()

  await find(page, 'Buscar empresas...', name)
  const row = rowOf(page, 'Empresas', name, isMobile)
  await expect(row).toContainText('Starter')
  await expect(row.getByRole('button', { name: `Impersonar empresa: ${name}` })).toBeVisible()
  const act = async (item: string) => {
    await row.getByRole('button', { name: `Más acciones con ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('Gestionar plan')
  const plan = page.getByRole('dialog', { name: `Plan de ${name}` })
  await plan.getByLabel('Plan').selectOption('business')
  await plan.getByRole('button', { name: 'Cambiar plan' }).click()
  await expect(plan.getByText('Escribe el motivo')).toBeVisible()
  await plan.getByLabel('Motivo').fill('Ha crecido')
  await plan.getByRole('button', { name: 'Cambiar plan' }).click()
  await expect(row).toContainText('Business')

  await act('Suspender empresa')
  const suspend = page.getByRole('dialog', { name: `Suspender ${name}` })
  await suspend.getByLabel('Motivo').fill('Impago')
  await suspend.getByRole('button', { name: 'Suspender empresa' }).click()
  await expect(page.getByText(`Empresa ${name} suspendida correctamente`)).toBeVisible()
  await expect(row).toContainText('Suspendida')
  await act('Reactivar empresa')
  const revive = page.getByRole('dialog', { name: `Reactivar ${name}` })
  await revive.getByLabel('Motivo').fill('Ya ha pagado')
  await revive.getByRole('button', { name: 'Reactivar empresa' }).click()
  await expect(row).toContainText('Activa')
  await act('Ver usuarios')
  await expect(page).toHaveURL(/\/admin_saas\/users\?companyId=/)
  await expect(page.getByText('No se encontraron usuarios.')).toBeVisible()
})

test('the platform sees a company as its administrator does, and comes back to its own panel @desktop', async ({
  as,
  isMobile,
}) => {
  const page = await as('saas@demo.example', '/admin_saas/companies?q=miramar')
  const row = rowOf(page, 'Empresas', 'Grupo Miramar', isMobile)
  await row.getByRole('button', { name: 'Impersonar empresa: Grupo Miramar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ver como Grupo Miramar' })
  await dialog.getByLabel('Motivo').fill('Una consulta')
  await dialog.getByRole('button', { name: 'Impersonar empresa' }).click()
  await expect(page).toHaveURL(/\/empresa\/projects/)
  await expect(page.getByText('Reforma Hotel Brisa').first()).toBeVisible()
  await page.getByRole('button', { name: 'Salir del modo impersonar' }).click()
  await expect(page).toHaveURL(/\/admin_saas\/dashboard$/)
})

test('the platform in an area of companies is led to them @desktop', async ({ as }) => {
  const page = await as('saas@demo.example')
  for (const address of ['/client/documents', '/provider/orders']) {
    await page.goto(address)
    await expect(page.getByText('No estás dentro de ninguna empresa')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
  }
  await page.getByRole('link', { name: 'Ver las empresas' }).click()
  await expect(page).toHaveURL(/\/admin_saas\/companies$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Empresas' })).toBeVisible()
})

test('nobody else enters the platform’s area @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example', '/admin_saas/users')
  await expect(page).toHaveURL(/\/empresa\/projects$/)
})

test('a contract that is slow to come moves nothing on the screen of the platform', async ({ as }) => {
  const page = await as('saas@demo.example', '/admin_saas/contracts')
  const address = await page.locator('a[href*="/admin_saas/contracts/"]').first().getAttribute('href')
  const held: (() => Promise<void>)[] = []
  await page.route(/\/api\/platform\/contracts\/./, route => void held.push(() => route.continue()))
  await page.goto(address ?? '')
  await expect(page.getByRole('status', { name: 'Cargando el contrato' })).toBeVisible()
  // The footer is in its place before the contract is.
  await expect(page.locator('main > footer')).toBeAttached()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await Promise.all(held.map(release => release()))
  await expect(page.getByRole('heading', { name: 'Datos' })).toBeVisible()
  const { sum, moved } = await shiftOf(page)
  expect(sum, moved).toBeLessThanOrEqual(maxShift)
})
