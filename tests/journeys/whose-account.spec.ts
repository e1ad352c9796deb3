// In whose hands an account is: who is let into a company, under which address, and when somebody may decide.
import { demoPassword } from '../../src/demo/password.ts'
import { expect, test, wellMade } from './journey.ts'
import { linksOf } from './links.ts'
import { signIn, toast } from './people.ts'
import type { Works } from './works.ts'

/** The administrator of another company invites somebody, who has an account already. */
async function invitedElsewhere(works: Works, name: string) {
  const who = await works.person(name, 'Dosempresas')
  const theirs = await works.talk.signIn('admin.plata')
  const body = { name, lastName: 'Dosempresas', email: who.email, role: 'approver' }
  const { status } = await works.talk.post('/api/people', theirs, body)
  expect(status).toBe(200)
  return who
}

test('somebody who has an account accepts an invitation on the profile, and refuses another', async ({
  as,
  works,
}) => {
  const who = await invitedElsewhere(works, 'Ines')
  const page = await as(who.email, '/client/profile')
  const invitations = page.getByRole('list', { name: 'Invitaciones para ti' })
  await expect(invitations.getByText('Constructora del Plata')).toBeVisible()
  await expect(invitations.getByText(/te invita como Aprobador/)).toBeVisible()
  await wellMade(page)
  await page.getByRole('button', { name: 'Rechazar la invitación de Constructora del Plata' }).click()
  await expect(toast(page, 'Invitación de Constructora del Plata rechazada')).toBeVisible()
  await expect(invitations).toHaveCount(0)

  const other = await invitedElsewhere(works, 'Rita')
  const accepts = await as(other.email, '/client/profile')
  await accepts.getByRole('button', { name: 'Aceptar la invitación de Constructora del Plata' }).click()
  await expect(toast(accepts, 'Ya perteneces a Constructora del Plata')).toBeVisible()
  await expect(accepts).toHaveURL(/\/client\/projects$/)
  await expect(accepts.getByRole('button', { name: /^Empresa: Constructora del Plata/ })).toBeVisible()
})

test('somebody who has an account accepts an invitation by the link in the mail, once', async ({
  browser,
  contextOptions,
  works,
}) => {
  const who = await invitedElsewhere(works, 'Olga')
  const context = await browser.newContext({ ...contextOptions, baseURL: works.talk.origin })
  const page = await context.newPage()
  const link = await linksOf(works.talk.origin)(who.email, 'invitation')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Te han invitado a una empresa' })).toBeVisible()
  await page.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await expect(page.getByRole('heading', { name: 'Invitación aceptada' })).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir al inicio de sesión' }).click()
  await signIn(page, who.email, demoPassword)
  await expect(page.getByRole('button', { name: /^Empresa: / })).toBeVisible()
  await context.close()
})

/** An administrator gives somebody another address, as the official client sends it. */
async function savePendingAddress(works: Works, userId: string): Promise<string> {
  const email = `otra-${crypto.randomUUID().slice(0, 8)}@correo.example`
  const { status } = await works.talk.ask(`/rest/v1/profiles?id=eq.${userId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${await works.talk.signIn('empresa')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email }),
  })
  expect(status).toBe(204)
  return email
}

test('a given address waits: the list says so, its reader confirms it, the former one cancels it', async ({
  as,
  browser,
  contextOptions,
  works,
}) => {
  const who = await works.person('Clara', 'Direcciones')
  const linkIn = linksOf(works.talk.origin)
  const next = await savePendingAddress(works, who.id)
  const admin = await as('empresa@demo.example', `/empresa/people?q=${encodeURIComponent(who.email)}`)
  await expect(admin.getByText(`Pasará a ${next} cuando se confirme`)).toBeVisible()

  const context = await browser.newContext({ ...contextOptions, baseURL: works.talk.origin })
  const page = await context.newPage()
  await page.goto(await linkIn(next, 'email_change'))
  await expect(page.getByRole('heading', { name: 'Confirma tu nueva dirección' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar mi nueva dirección' }).click()
  await expect(page.getByRole('heading', { name: 'Dirección confirmada' })).toBeVisible()
  await expect(
    page.getByText(/^Iniciarás sesión con ella desde el \d\d\/\d\d\/\d{4} \d\d:\d\d,/),
  ).toBeVisible()
  await wellMade(page)
  await admin.reload()
  await expect(admin.getByText(new RegExp(`^Pasará a ${next} el \\d\\d/\\d\\d/\\d{4}$`))).toBeVisible()

  await page.goto(await linkIn(who.email, 'email_undo'))
  await expect(page.getByRole('heading', { name: 'Cancelar el cambio de dirección' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar el cambio' }).click()
  await expect(page.getByRole('heading', { name: 'Cambio cancelado' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Cancelar el cambio' }).click()
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await admin.reload()
  await expect(admin.getByRole('heading', { name: 'Personas' })).toBeVisible()
  await expect(admin.getByText(who.email).first()).toBeVisible()
  await expect(admin.getByText(/^Pasará a /)).toHaveCount(0)
  await context.close()
})

test('whoever gave an address takes it back in the list', async ({ as, works }) => {
  const who = await works.person('Dunia', 'Direcciones')
  const next = await savePendingAddress(works, who.id)
  const admin = await as('empresa@demo.example', `/empresa/people?q=${encodeURIComponent(who.email)}`)
  await expect(admin.getByText(`Pasará a ${next} cuando se confirme`)).toBeVisible()
  await admin.getByRole('button', { name: `Más acciones con ${who.name}` }).click()
  await admin.getByRole('menuitem', { name: 'Cancelar el cambio de dirección' }).click()
  await expect(toast(admin, 'Cambio de dirección cancelado')).toBeVisible()
  await expect(admin.getByText(/^Pasará a /)).toHaveCount(0)
})

test('somebody whose address nobody has confirmed decides nothing, is told why, and decides after it', async ({
  as,
  works,
}) => {
  const email = `dada-${crypto.randomUUID().slice(0, 8)}@demo.example`
  const { talk } = works
  const [, claims = ''] = (await talk.signIn('empresa')).split('.')
  const { app_metadata } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const made = await talk.post('/functions/v1/create-user', await talk.signIn('saas'), {
    name: 'Vera',
    lastName: 'Estreno',
    email,
    role: 'approver',
    password: demoPassword,
    company_id: app_metadata.company_id,
  })
  expect(made.status).toBe(200)
  const project = await works.project({ name: 'Estreno', approverIds: [made.body.user.id] })
  const order = await project.order('Primera compra', '12000')

  const page = await as(email, `/client/projects/${project.id}/documents/${order}`)
  const approve = page.getByRole('button', { name: 'Aprobar', exact: true })
  await expect(page.getByText('No puedes decidir este pedido')).toBeVisible()
  await expect(page.getByText(/^Todavía no has confirmado tu correo/)).toBeVisible()
  await expect(approve).toHaveCount(0)
  await wellMade(page)

  await page.getByRole('link', { name: 'Ir a mi perfil' }).click()
  await expect(page.getByText('Todavía no puedes decidir ni ejecutar')).toBeVisible()
  await wellMade(page)
  await page.getByRole('button', { name: 'Enviarme el enlace' }).click()
  await expect(toast(page, 'Revisa tu correo')).toBeVisible()
  await page.goto(await linksOf(talk.origin)(email, 'recovery'))
  await page.getByLabel('Nueva contraseña').fill('Higueras-y-pizarra-63')
  await page.getByLabel('Confirmar contraseña').fill('Higueras-y-pizarra-63')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(toast(page, 'Contraseña actualizada con éxito')).toBeVisible()
  await page.goto(`/client/projects/${project.id}/documents/${order}`)
  await approve.click()
  await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
})

test('whoever’s way in somebody else has changed is told so on the profile, and led to the password', async ({
  browser,
  contextOptions,
  works,
}) => {
  const who = await works.person('Noa', 'Cambiada')
  const context = await browser.newContext({ ...contextOptions, baseURL: works.talk.origin })
  const page = await context.newPage()
  // It takes three days to come about: the sign-in answers what it would answer then.
  await page.route('**/auth/v1/token**', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.user.app_metadata.untrusted_reason = 'changed_by_others'
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/client/profile')
  await signIn(page, who.email, demoPassword)
  await expect(page.getByText(/^Otra persona ha cambiado hace menos de 72 horas/)).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar mi contraseña' }).click()
  await expect(page.getByLabel('Contraseña actual')).toBeFocused()
  await context.close()
})
