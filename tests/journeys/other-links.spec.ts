// Mails' links that lead elsewhere than to a decision on the spot: of another company of the person, and of a seat that
// is not the one they decide now.
import type { Page } from '@playwright/test'
import { expect, test, wellMade } from './journey.ts'
import { linksOf } from './links.ts'
import type { Works } from './works.ts'

async function inviteToPlata({ talk, tokenOf }: Works, who: { readonly email: string }) {
  const admin = await talk.signIn('admin.plata')
  const invited = { name: 'Dora', lastName: 'Dos', email: who.email, role: 'approver' }
  expect((await talk.post('/api/people', admin, invited)).status).toBe(200)
  const own = await tokenOf(who)
  const { body } = await talk.get('/api/account/invitations', own)
  const [invitation] = body.items
  const joined = await talk.post(`/api/account/invitations/${invitation.id}/acceptance`, own, {})
  expect(joined.status, JSON.stringify(joined.body)).toBe(200)
}

/** The address of the link in the newest mail about an order that waits. */
async function linkTo(works: Works, { email }: { readonly email: string }): Promise<string> {
  const link = await linksOf(works.talk.origin)(email, 'due')
  return link.slice(works.talk.origin.length)
}

async function workIn(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: /^Empresa: / }).click()
  await page.getByRole('menuitemradio', { name: company }).click()
  await expect(page.getByText(`Ahora trabajas en ${company}`)).toBeVisible()
}

test('the link of another of one’s companies says whose it is, leads there and decides; or back to work', async ({
  as,
  works,
}) => {
  const asked = await works.person('Dora', 'Dos')
  await inviteToPlata(works, asked)
  const project = await works.project({ name: 'Bodega de Dora', approverIds: [asked.id] })
  await project.order('Barricas', '10000')
  const address = await linkTo(works, asked)
  const page = await as(asked.email)
  await workIn(page, 'Constructora del Plata')

  await test.step('it says where the order is and where they are, and shows nothing of it yet', async () => {
    await page.goto(address)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Este pedido es de Grupo Miramar' }),
    ).toBeVisible()
    await expect(page.getByText(/^Ahora trabajas en Constructora del Plata\. Cambia/)).toBeVisible()
    await expect(page.getByText('Barricas')).toBeHidden()
    await wellMade(page)
  })

  await test.step('whoever would rather stay goes back to their work, in the same company', async () => {
    await page.getByRole('link', { name: 'Seguir en Constructora del Plata' }).click()
    await expect(page.getByRole('button', { name: /^Empresa: Constructora del Plata/ })).toBeVisible()
    await page.goBack()
  })

  await test.step('whoever goes there reads it, decides, and works there from now on', async () => {
    await page.getByRole('button', { name: 'Cambiar a Grupo Miramar' }).click()
    await expect(page.getByText('Ahora trabajas en Grupo Miramar')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Barricas' })).toBeVisible()
    await expect(page).toHaveURL(address)
    await wellMade(page)
    await page.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(page.getByText(/^Lo aprobaste tú/)).toBeVisible()
    await page.getByRole('link', { name: 'Abrir en Visto Bueno' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Barricas' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Empresa: Grupo Miramar/ })).toBeVisible()
  })
})

test('whose own seat was given away, and stands in for a colleague, is led from the mail to the other decision', async ({
  as,
  works,
}) => {
  const asked = await works.person('Olga', 'Otra')
  const absent = await works.person('Abel', 'Ausente')
  const heir = await works.person('Hilda', 'Heredera')
  const project = await works.project({ name: 'Bodega de Olga', approverIds: [asked.id, absent.id] })
  const id = await project.order('Corchos', '10000')
  const address = await linkTo(works, asked)
  const page = await as(asked.email, address)
  await expect(page.getByRole('heading', { name: 'Tu aprobación está pendiente' })).toBeVisible()

  const admin = await works.talk.signIn('empresa')
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
  const standIn = { fromId: absent.id, toId: asked.id, startsOn: today, endsOn: today }
  expect((await works.talk.post('/api/delegations', admin, standIn)).status).toBe(200)
  const { body: order } = await works.talk.get(
    `/api/projects/${project.id}/documents/${id}`,
    await works.tokenOf(asked),
  )
  const given = { revision: 1, userId: heir.id, reason: 'Está de viaje' }
  const seat = `/api/documents/${id}/approvals/${order.mySeatId}/reassignment`
  expect((await works.talk.post(seat, admin, given)).status).toBe(200)

  await expect(page.getByText('Esta aprobación ya no es tuya: se ha reasignado')).toBeVisible()
  await expect(page.getByText('Ahora te toca otra aprobación de este pedido')).toBeVisible()
  await expect(page.getByText('No tienes que hacer nada.')).toBeHidden()
  await wellMade(page)
  await page.getByRole('link', { name: 'Decidir en el pedido' }).click()
  await page.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
  await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
})
