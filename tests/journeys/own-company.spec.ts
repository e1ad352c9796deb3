// Companies that people make for themselves, where the operator allows it.
import { wellMade } from './journey.ts'
import { expect, testAlone } from './people.ts'

const test = testAlone({ SELF_SIGNUP: '1', SUPPORT_CONTACT: 'mailto:ayuda@visto.example' })

const password = 'Cerezas-y-granito-41'

test('somebody makes a company, confirms it from the mail and begins with its first steps', async ({
  visit,
  linkIn,
  as,
}) => {
  const email = `funda-${crypto.randomUUID().slice(0, 8)}@correo.example`
  const page = await visit('/')
  await expect(page.getByRole('link', { name: 'Crear mi empresa' })).toBeVisible()
  await page.getByRole('link', { name: 'Ingresar a mi cuenta' }).click()
  await page.getByRole('link', { name: 'Crear mi empresa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crear mi empresa' })).toBeVisible()
  await page.getByRole('button', { name: 'Crear mi empresa' }).click()
  await expect(page.getByLabel('Nombre de la empresa')).toBeFocused()
  await wellMade(page)
  await page.getByLabel('Nombre de la empresa').fill('Visto Bueno')
  await page.getByLabel('Nombre', { exact: true }).fill('Nadia')
  await page.getByLabel('Apellidos').fill('Nueva')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('nadianueva1')
  await page.getByRole('button', { name: 'Crear mi empresa' }).click()
  await expect(page.getByText('Ese nombre está reservado: escribe el de tu empresa')).toBeVisible()
  await page.getByLabel('Nombre de la empresa').fill('Talleres Nueva')
  await page.getByRole('button', { name: 'Crear mi empresa' }).click()
  await expect(page.getByText('No uses tu nombre, tu correo')).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible()
  await wellMade(page)

  const link = await linkIn(email, 'company_request')
  const mailbox = await visit(link)
  await expect(mailbox.getByRole('heading', { name: 'Crear mi empresa' })).toBeVisible()
  await wellMade(mailbox)
  await mailbox.getByLabel('Contraseña', { exact: true }).fill('otra-clave')
  await mailbox.getByRole('button', { name: 'Crear mi empresa' }).click()
  await expect(mailbox.getByRole('alert')).toHaveText(
    'La contraseña no es la que elegiste al pedir la empresa.',
  )
  await mailbox.getByLabel('Contraseña', { exact: true }).fill(password)
  await mailbox.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(mailbox.getByRole('heading', { name: 'Primeros pasos' })).toBeVisible()

  const again = await visit(link)
  await again.getByLabel('Contraseña', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Crear mi empresa' }).click()
  await expect(again.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()

  const told = await linkIn('saas@demo.example', 'company_opened')
  expect(told).toContain(`/admin_saas/companies?q=${encodeURIComponent(email)}`)
  const operator = await as('saas@demo.example', '/admin_saas/dashboard')
  await expect(operator.getByText(/^\d+ empresas? nuevas? en los últimos 7 días$/)).toBeVisible()
  await wellMade(operator)
  await operator.getByRole('link', { name: 'Ver', exact: true }).click()
  await expect(operator.getByText('Talleres Nueva').first()).toBeVisible()
})

test('whoever cannot work finds on the help and on the accessibility statement whom to write to', async ({
  visit,
}) => {
  for (const address of ['/accesibilidad', '/ayuda']) {
    const page = await visit(address)
    const link = page.getByRole('link', { name: 'ayuda@visto.example' })
    await expect(link).toHaveAttribute('href', 'mailto:ayuda@visto.example')
  }
})
