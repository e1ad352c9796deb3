// A company that asks whoever moves much money to confirm that it is they: by their password and by a passkey, on the
// order's page, from a mail, and above a dialog; what they were doing goes on by itself.
import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { dayFromToday } from '../support/days.ts'
import { addDevice } from './devices.ts'
import { wellMade, wellMadeDialog } from './journey.ts'
import { linksOf } from './links.ts'
import { expect, signIn, testAlone, toast } from './people.ts'

// The rule is the company's: it has a program of its own.
const test = testAlone()

/** Six minutes go by, or more: whoever has signed in before is asked again. */
async function timePasses(origin: string, minutes = 6): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ advance_s: minutes * 60 })
  expect((await fetch(`${origin}/dev/clock`, { method: 'POST', headers, body })).status).toBe(200)
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirma que eres tú' })

async function askFrom(admin: Page, amount: string): Promise<void> {
  const card = admin.getByRole('region', { name: 'Confirmación de identidad' })
  await admin.getByRole('region', { name: 'Responsables de presupuesto' }).scrollIntoViewIfNeeded()
  await card.scrollIntoViewIfNeeded()
  await card.getByLabel('Confirmar la identidad').selectOption('A partir de un monto')
  await card.getByLabel('Monto desde el que se pide').fill(amount)
  await wellMade(admin)
  await card.getByRole('button', { name: 'Guardar monto' }).click()
  await expect(toast(admin, 'Confirmación de identidad guardada')).toBeVisible()
}

test('an approver confirms with the password, and what they had written is kept', async ({
  as,
  works,
  server,
}) => {
  const approver = await works.person('Celia', 'Confirma')
  const project = await works.project({ name: 'Bodega de Celia', approverIds: [approver.id] })
  const id = await project.order('Prensa', '1200000')
  const admin = await as('empresa@demo.example', '/empresa/settings')
  await askFrom(admin, '10.000')
  const page = await as(approver.email, `/client/projects/${project.id}/documents/${id}`)
  await timePasses(server.origin)
  const approve = () =>
    page.getByRole('button', { name: 'Aprobar', exact: true }).filter({ visible: true }).click()
  const comment = page.getByLabel('Comentarios')
  const dialog = confirmation(page)

  await test.step('the dialog says what and why, and leaves everything as it was when it is left', async () => {
    await comment.fill('Revisado con el taller')
    await approve()
    await expect(dialog).toContainText(`Vas a aprobar el pedido ${id}, de 12.000 €.`)
    await expect(dialog).toContainText('Tu empresa pide confirmar quién eres a partir de 10.000 €.')
    await wellMadeDialog(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/Tu empresa pide confirmar antes quién eres/).first()).toBeVisible()
    await expect(comment).toHaveValue('Revisado con el taller')
  })

  await test.step('a wrong password is said at its field', async () => {
    await approve()
    await dialog.getByRole('button', { name: 'Confirmar y seguir' }).click()
    await expect(dialog.getByText('Escribe tu contraseña')).toBeVisible()
    await dialog.getByLabel('Tu contraseña').fill('no es esta')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
    await expect(dialog.getByLabel('Tu contraseña')).toHaveAttribute('aria-invalid', 'true')
    await wellMadeDialog(page)
  })

  await test.step('with the right one the approval goes on, with its comment', async () => {
    await dialog.getByLabel('Tu contraseña').fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^Pedido aprobado por completo.*, identidad confirmada$/)).toBeVisible()
    await expect(page.getByText('«Revisado con el taller»').first()).toBeVisible()
    await wellMade(page)
  })

  await test.step('for five minutes it is not asked again', async () => {
    const next = await project.order('Otra prensa', '1300000')
    await page.goto(`/client/projects/${project.id}/documents/${next}`)
    await approve()
    await expect(page.getByText(/^Pedido aprobado por completo/)).toBeVisible()
  })

  await test.step('who makes the rule laxer confirms too', async () => {
    await timePasses(server.origin)
    const card = admin.getByRole('region', { name: 'Confirmación de identidad' })
    await card.getByLabel('Confirmar la identidad').selectOption('No se pide')
    await card.getByRole('button', { name: 'Guardar monto' }).click()
    await expect(confirmation(admin)).toContainText('Vas a dejar de pedir la confirmación de identidad')
    await confirmation(admin).getByLabel('Tu contraseña').fill(demoPassword)
    await confirmation(admin).getByRole('button', { name: 'Confirmar y seguir' }).click()
    await expect(toast(admin, 'Confirmación de identidad guardada').first()).toBeVisible()
    await expect(card.getByLabel('Confirmar la identidad')).toHaveValue('off')
  })
})

test('it is asked from a mail, and above a dialog, which stays as it was', async ({
  as,
  visit,
  works,
  server,
}) => {
  const approver = await works.person('Dora', 'Confirma')
  const project = await works.project({ name: 'Bodega de Dora', approverIds: [approver.id] })
  await project.order('Barricas', '120000')
  const link = await linksOf(works.talk.origin)(approver.email, 'due')
  // A supplier that was never paid would have each order looked at by itself.
  const paid = await project.order('El primero', '111')
  await works.decide(approver, paid, 'approve')
  const execution = { revision: 1, executedOn: dayFromToday(), reference: 'TRF-1' }
  await works.talk.post(`/api/documents/${paid}/execution`, await works.tokenOf(works.caja), execution)
  const admin = await as('empresa@demo.example', '/empresa/settings')
  await askFrom(admin, '0,01')

  await test.step('from the mail, on a screen of its own', async () => {
    const page = await visit(link.slice(works.talk.origin.length))
    await signIn(page, approver.email, demoPassword)
    await expect(page.getByRole('heading', { level: 1, name: 'Barricas' })).toBeVisible()
    await timePasses(server.origin)
    await page
      .getByRole('button', { name: /^Aprobar( documento)?$/ })
      .filter({ visible: true })
      .click()
    await expect(confirmation(page)).toContainText('a partir de 0,01 €')
    await confirmation(page).getByLabel('Tu contraseña').fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('for several orders at once, above the dialog that approves them', async () => {
    for (const [at, name] of ['Corcho', 'Vidrio'].entries()) await project.order(name, `${3000 + at}`)
    const page = await as(approver.email, '/client/pending-approvals')
    await timePasses(server.origin)
    await page.getByRole('list', { name: 'Documentos pendientes' }).getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Aprobar 1' }).click()
    const below = page.getByRole('dialog').filter({ hasNotText: 'Confirma que eres tú' })
    await below.getByRole('button', { name: 'Aprobar 1' }).click()
    await expect(confirmation(page).getByLabel('Tu contraseña')).toBeVisible()
    await wellMadeDialog(page)
    await page.keyboard.press('Escape')
    await expect(confirmation(page)).toBeHidden()
    await expect(below).toBeVisible()
    await expect(below.getByText(/Tu empresa pide confirmar antes quién eres/)).toBeVisible()
    await below.getByRole('button', { name: 'Aprobar 1' }).click()
    await confirmation(page).getByLabel('Tu contraseña').fill(demoPassword)
    await confirmation(page).getByRole('button', { name: 'Confirmar y seguir' }).click()
    await expect(confirmation(page)).toBeHidden()
    await expect(page.getByRole('list', { name: 'Documentos pendientes' }).getByRole('listitem')).toHaveCount(
      1,
    )
  })
})

test('a passkey that was just added confirms nobody: the password is asked', async ({
  as,
  visit,
  works,
  server,
}) => {
  const site = server.origin.replace('127.0.0.1', 'localhost')
  const approver = await works.person('Elsa', 'Confirma')
  const project = await works.project({ name: 'Bodega de Elsa', approverIds: [approver.id] })
  const id = await project.order('Etiquetadora', '1200000')
  const admin = await as('empresa@demo.example', '/empresa/settings')
  await askFrom(admin, '1.000')
  const page = await visit(`${site}/client/profile`)
  await addDevice(page)
  await signIn(page, approver.email, demoPassword)
  await page.getByRole('heading', { name: 'Contraseña', exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Añadir llave de acceso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  await expect(toast(page, 'Llave de acceso añadida')).toBeVisible()
  await page.getByRole('button', { name: 'Crear códigos', exact: true }).click()
  await page.getByRole('button', { name: 'Los he guardado' }).click()
  await page.goto(`${site}/client/projects/${project.id}/documents/${id}`)
  await expect(page.getByRole('heading', { name: 'Tu aprobación está pendiente' })).toBeVisible()
  await timePasses(server.origin)
  await page.getByRole('button', { name: 'Aprobar', exact: true }).filter({ visible: true }).click()
  const dialog = confirmation(page)
  await expect(dialog.getByLabel('Tu contraseña')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Usar mi llave de acceso' })).toHaveCount(0)
  await wellMadeDialog(page)
  await dialog.getByLabel('Tu contraseña').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Confirmar y seguir' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/, identidad confirmada$/)).toBeVisible()
})

test('it is over when its person signs out in another tab', async ({ as, works, server }) => {
  const approver = await works.person('Fina', 'Confirma')
  const project = await works.project({ name: 'Bodega de Fina', approverIds: [approver.id] })
  const id = await project.order('Cubas', '1200000')
  const admin = await as('empresa@demo.example', '/empresa/settings')
  await askFrom(admin, '1.000')
  const page = await as(approver.email, `/client/projects/${project.id}/documents/${id}`)
  await timePasses(server.origin)
  await page.getByRole('button', { name: 'Aprobar', exact: true }).filter({ visible: true }).click()
  await expect(confirmation(page)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await tab.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(confirmation(page)).toBeHidden()
})
