import { demoPassword } from '../../src/demo/password.ts'
import { choose, wellMade } from './journey.ts'
import { expect, signIn, test, toast } from './people.ts'

test('the name on the profile is the one that the screens show', async ({ as }) => {
  const page = await as('taller@demo.example', '/provider/profile')
  await page.getByLabel('Nombre').fill('')
  await page.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(page.getByText('Escribe tu nombre')).toBeVisible()
  await page.getByLabel('Nombre').fill('Rebautizado')
  await page.getByLabel('Puesto').fill('x'.repeat(81))
  await page.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(page.getByText('Máximo 80 caracteres')).toBeVisible()
  await page.getByLabel('Puesto').fill('Jefe de taller')
  await page.getByLabel('Departamento').fill('Mecánica')
  await page.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(toast(page, 'Perfil guardado')).toBeVisible()
  await expect(
    page
      .getByRole('banner')
      .getByText(/^Rebautizado/)
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Nombre')).toHaveValue('Rebautizado')
  await expect(page.getByLabel('Puesto')).toHaveValue('Jefe de taller')
  await expect(page.getByLabel('Departamento')).toHaveValue('Mecánica')
  // The end of the page loads when somebody comes near it.
  const comeNear = () => page.getByRole('heading', { name: 'Sesiones abiertas' }).scrollIntoViewIfNeeded()
  const paid = page.getByRole('checkbox', { name: 'Pedidos ejecutados' })
  await comeNear()
  await expect(paid).toBeChecked()
  await paid.click()
  await expect(paid).toBeEnabled()
  await expect(paid).not.toBeChecked()
  await page.reload()
  await comeNear()
  await expect(paid).not.toBeChecked()
  const admin = await as('empresa@demo.example', '/empresa/people?q=taller')
  await expect(admin.getByText(/Jefe de taller · Mecánica/)).toBeVisible()
})

test('hours are those of the zone that somebody chose for themselves, and say so', async ({ as }) => {
  const page = await as('taller@demo.example', '/provider/profile')
  const zone = page.getByRole('combobox', { name: 'Zona horaria' })
  const named = page.locator('time[title$="(Lima)"]')
  // The end of the page loads when somebody comes near it.
  const comeNear = () => page.getByRole('heading', { name: 'Sesiones abiertas' }).scrollIntoViewIfNeeded()
  await comeNear()
  await expect(zone).toHaveValue('La de la empresa (Madrid)')
  await expect(named).toHaveCount(0)
  await choose(page, 'Zona horaria', 'Lima')
  await page.getByRole('button', { name: 'Guardar zona horaria' }).click()
  await expect(toast(page, 'Zona horaria guardada')).toBeVisible()
  await expect(named.first()).toBeVisible()
  await wellMade(page)
  await page.reload()
  await comeNear()
  await expect(zone).toHaveValue(/^América · Lima \(UTC/)
  await choose(page, 'Zona horaria', 'La de la empresa')
  await page.getByRole('button', { name: 'Guardar zona horaria' }).click()
  await expect(named).toHaveCount(0)
  await expect(zone).toHaveValue('La de la empresa (Madrid)')
})

test('a new address counts once it is confirmed, and can be taken back from the former one @desktop', async ({
  as,
  visit,
  linkIn,
}) => {
  const former = 'nuria@demo.example'
  const next = `nuria-${crypto.randomUUID().slice(0, 6)}@correo.example`
  const page = await as(former, '/client/profile')
  await page.getByLabel('Nuevo correo electrónico').fill(next)
  await page.getByLabel('Tu contraseña').fill('no es esta')
  await page.getByRole('button', { name: 'Cambiar correo' }).click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await expect(page.getByLabel('Nuevo correo electrónico')).toHaveValue(next)
  await page.getByLabel('Tu contraseña').fill(demoPassword)
  await page.getByRole('button', { name: 'Cambiar correo' }).click()
  await expect(page.getByText(`${next} · pendiente de confirmar`)).toBeVisible()
  await wellMade(page)

  const mailbox = await visit(await linkIn(next, 'email_change'))
  await mailbox.getByRole('button', { name: 'Confirmar mi nueva dirección' }).click()
  await expect(mailbox.getByRole('heading', { name: 'Dirección confirmada' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Inicias sesión con')).toContainText(next)
  await expect(page.getByText('pendiente de confirmar')).toHaveCount(0)

  const owner = await visit(await linkIn(former, 'email_undo'))
  await owner.getByRole('button', { name: 'Recuperar mi dirección' }).click()
  await expect(owner.getByRole('heading', { name: 'Dirección recuperada' })).toBeVisible()
  await page.goto('/client/projects')
  await expect(page).toHaveURL(/\/login$/)
})

test('a new password asks for the present one and closes the other sessions @desktop', async ({
  as,
  visit,
}) => {
  const email = 'lucia@demo.example'
  const page = await as(email)
  const other = await as(email)
  await page.goto('/client/profile')
  const change = page.getByRole('button', { name: 'Cambiar contraseña' })
  const fill = async (current: string, next: string, again = next) => {
    await page.getByLabel('Contraseña actual').fill(current)
    await page.getByLabel('Nueva contraseña').fill(next)
    await page.getByLabel('Confirmar contraseña').fill(again)
    await change.click()
  }
  await fill(demoPassword, 'Cerezas-y-granito-41', 'otra')
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
  await fill('no es esta', 'Cerezas-y-granito-41')
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await fill(demoPassword, 'Cerezas-y-granito-41')
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
  await expect(page.getByLabel('Contraseña actual')).toHaveValue('')
  await other.goto('/client/projects')
  await expect(other).toHaveURL(/\/login$/)
  const fresh = await visit('/login')
  await signIn(fresh, email, 'Cerezas-y-granito-41')
  await expect(fresh).toHaveURL(/\/client\/dashboard$/)
})

test('a session that is closed from another browser is out at its next request @desktop', async ({ as }) => {
  const email = 'tesoreria@demo.example'
  const page = await as(email)
  const [second, third] = [await as(email), await as(email)]
  await page.goto('/client/profile')
  const rows = page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await rows.filter({ hasNotText: 'esta sesión' }).first().getByRole('button').click()
  await expect(page.getByText(/^Sesión cerrada: /)).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await expect(toast(page, 'Las demás sesiones están cerradas')).toBeVisible()
  await expect(rows).toHaveCount(1)
  for (const closed of [second, third]) {
    await closed.goto('/client/projects')
    await expect(closed).toHaveURL(/\/login$/)
  }
  await page.goto('/client/projects')
  await expect(page).toHaveURL(/\/client\/projects$/)
})

for (const [email, address] of [
  ['saas@demo.example', '/admin_saas/profile'],
  ['empresa@demo.example', '/empresa/profile'],
  ['proveedor@demo.example', '/provider/profile'],
] as const) {
  test(`${address} is there, from the menu`, async ({ as, isMobile }) => {
    const page = await as(email)
    if (isMobile) await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.getByRole('link', { name: 'Mi perfil' }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('button', { name: 'Activar la verificación' })).toBeVisible()
  })
}
