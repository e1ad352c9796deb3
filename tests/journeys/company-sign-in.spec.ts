import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { startDemo } from '../support/demo-data.ts'
import { clientId, clientSecret, startIdentityProvider } from '../support/identity-provider.ts'
import { talkTo } from '../support/talk.ts'
import { enrol } from './factor.ts'
import { wellMade } from './journey.ts'
import { expect, settings, signIn, test, toast } from './people.ts'

const required = (admin: Page) => admin.getByRole('radio', { name: /^Es obligatorio/ })

test('a company connects its provider, tries it, requires it, and its people come in with it alone', async ({
  visit,
}) => {
  // Ways to sign in are of the whole company: a program of its own.
  const demo = await startDemo(settings)
  const opened: Page[] = []
  const page = async (path: string) => {
    const made = await visit(demo.origin + path)
    opened.push(made)
    return made
  }
  let close = async () => {}
  try {
    const admin = await page('/empresa/settings/sign-in')
    await signIn(admin, 'empresa@demo.example', demoPassword)
    await expect(admin.getByText(/^Activa antes tu verificación en dos pasos/)).toBeVisible()
    await admin.getByRole('link', { name: 'Ir a mi perfil' }).click()
    await enrol(admin)
    await admin.goto(`${demo.origin}/empresa/settings/sign-in`)
    const redirect = await admin.getByLabel('Dirección de vuelta', { exact: true }).textContent()
    const idp = await startIdentityProvider([redirect ?? ''])
    close = idp.close

    await test.step('the provider is checked as it is saved', async () => {
      const form = admin.getByRole('form', { name: 'Proveedor de identidad' })
      await form.getByLabel('Emisor (issuer)').fill(`${idp.issuer}/otro`)
      await form.getByLabel('Identificador de cliente').fill(clientId)
      await form.getByLabel('Secreto de cliente').fill(clientSecret)
      await form.getByRole('button', { name: 'Guardar proveedor' }).click()
      await expect(form.getByText(/no se describe ningún proveedor/)).toBeVisible()
      await form.getByLabel('Emisor (issuer)').fill(idp.issuer)
      await form.getByRole('button', { name: 'Guardar proveedor' }).click()
      await expect(toast(admin, 'Proveedor guardado')).toBeVisible()
      await expect(form.getByLabel('Secreto de cliente')).toHaveValue('')
    })

    await test.step('a domain is verified by its DNS, or by the platform', async () => {
      await admin.getByLabel('Dominio', { exact: true }).fill('demo.example')
      await admin.getByRole('button', { name: 'Añadir dominio' }).click()
      await expect(admin.getByText('_visto-bueno-verificacion.demo.example')).toBeVisible()
      await wellMade(admin)
      const companyId = redirect?.split('/').at(-1) ?? ''
      const talk = talkTo(demo.origin, { isPatient: true })
      const path = `/api/platform/companies/${companyId}/sign-in-domains`
      await talk.post(path, await talk.signIn('saas'), { domain: 'demo.example' })
      await admin.reload()
      await expect(admin.getByText('por la plataforma')).toBeVisible()
    })

    await test.step('the administrator tries it, and then requires it', async () => {
      await required(admin).click()
      await expect(required(admin)).toBeChecked()
      await expect(admin.getByText(/^Prueba antes el proveedor/)).toBeVisible()
      await admin.getByRole('button', { name: 'Descartar cambios' }).last().click()
      idp.signsIn({ sub: 'admin', email: 'empresa@demo.example', email_verified: true })
      await admin.getByRole('button', { name: 'Probar' }).click()
      await expect(admin.getByText('Con esto habrías entrado en tu cuenta.')).toBeVisible()
      await wellMade(admin)
      await required(admin).click()
      await expect(required(admin)).toBeChecked()
      await admin.getByRole('button', { name: 'Guardar', exact: true }).click()
      await expect(toast(admin, 'Inicio de sesión guardado')).toBeVisible()
    })

    const person = await page('/client/pending-approvals')
    const company = person.getByRole('button', { name: 'Entrar con mi empresa' })
    await test.step('a password opens nothing any more, and says why', async () => {
      await person.getByLabel('Correo electrónico').fill('marta@demo.example')
      await expect(person.getByText('Tu empresa pide entrar así, sin contraseña.')).toBeVisible()
      await person.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
      await person.getByRole('button', { name: 'Iniciar sesión' }).click()
      await expect(person.getByText(/^Tu empresa pide entrar con su propio acceso/).first()).toBeVisible()
      await wellMade(person)
    })

    await test.step('whoever gives up at the provider is told so, and comes in when they do not', async () => {
      idp.signsIn(null)
      await company.click()
      await expect(person.getByText('No se completó el acceso en tu empresa.')).toBeVisible()
      await wellMade(person)
      await person.getByRole('link', { name: 'Volver al inicio de sesión' }).click()
      idp.signsIn({ sub: 'marta', email: 'marta@demo.example', email_verified: true })
      await person.getByLabel('Correo electrónico').fill('marta@demo.example')
      await company.click()
      await expect(person).toHaveURL(/\/client\/dashboard$/)
      await expect(person.getByRole('heading', { level: 1 }).first()).toBeVisible()
    })

    await test.step('the profile says where address and password are changed, that no passkey is added here and why, and offers an application of codes', async () => {
      await person.goto(`${demo.origin}/client/profile`)
      await expect(person.getByText(/^Además del acceso de tu empresa/)).toBeVisible()
      await expect(person.getByText(/^Sin tu teléfono, nadie más podrá entrar/)).toBeVisible()
      await expect(person.getByRole('button', { name: 'Activar la verificación' })).toBeVisible()
      const credentials = person.getByRole('heading', { name: 'Correo y contraseña' })
      await credentials.scrollIntoViewIfNeeded()
      await expect(person.getByText(/se cambian en su proveedor de identidad/)).toBeVisible()
      await expect(person.getByLabel('Nuevo correo electrónico')).toHaveCount(0)
      await expect(person.getByLabel('Nueva contraseña')).toHaveCount(0)
      await expect(person.getByText(/desde aquí no se añaden llaves de acceso/)).toBeVisible()
      await expect(person.getByText(/^Una llave de acceso se guarda/)).toHaveCount(0)
      await expect(person.getByRole('button', { name: 'Añadir llave de acceso' })).toHaveCount(0)
      await wellMade(person)
    })

    await test.step('an account that the provider made anew comes in once the administrator has let go of the one before', async () => {
      const whose = admin.getByLabel('Correo de la persona')
      const letGo = admin.getByRole('button', { name: 'Soltar cuenta' })
      await whose.fill('nadie@demo.example')
      await letGo.click()
      await expect(admin.getByText(/^Nadie con ese correo ha entrado todavía/)).toBeVisible()
      await wellMade(admin)
      await whose.fill('marta@demo.example')
      await letGo.click()
      await expect(
        toast(admin, 'Cuenta soltada: esa persona se une otra vez la próxima vez que entre'),
      ).toBeVisible()
      idp.signsIn({ sub: 'marta, made anew', email: 'marta@demo.example', email_verified: true })
      const anew = await page('/client/pending-approvals')
      await anew.getByLabel('Correo electrónico').fill('marta@demo.example')
      await anew.getByRole('button', { name: 'Entrar con mi empresa' }).click()
      await expect(anew).toHaveURL(/\/client\/(dashboard|pending-approvals)$/)
    })

    for (const each of opened) await each.context().close()
  } finally {
    await close()
    await demo.stop()
  }
})
