import type { Page } from '@playwright/test'
import { talkTo } from '../support/talk.ts'
import { anotherAccount } from './accounts.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'
import { makeWorks } from './works.ts'

const oldAccount = anotherAccount()
const newAccount = anotherAccount()
/** Of nobody else: an account that another provider has asks for a reason. */
const thirdAccount = anotherAccount()

test('another account of a provider waits for a second administrator, who is told, and then warns approvers', async ({
  as,
  server,
}) => {
  // Its supplier's account changes, which keeps payments out of batches for days: others have theirs.
  const works = await makeWorks(talkTo(server.origin, { isPatient: true }))
  // Whoever else administrates the demo is told of the changes of other journeys, too.
  const [asks, confirms] = await Promise.all([
    works.administrator('Aurora', 'Primera'),
    works.administrator('Gloria', 'Segunda'),
  ])
  const admin = await as(asks.email, '/empresa/providers')
  const dialog = admin.getByRole('dialog')
  const made = `Toneles ${crypto.randomUUID().slice(0, 6)}`
  const name = works.supplier

  await test.step('a provider is made with its account, and has a page', async () => {
    await admin.getByRole('button', { name: 'Nuevo Proveedor' }).first().click()
    await dialog.getByLabel('Nombre').fill(made)
    await dialog.getByLabel('IBAN').fill(oldAccount)
    await dialog.getByRole('button', { name: 'Crear proveedor' }).click()
    await expect(dialog).toBeHidden()
    await admin.goto(`/empresa/providers?q=${encodeURIComponent(made)}`)
    await admin
      .getByRole('link', { name: made })
      .or(admin.getByRole('button', { name: `Ver ${made}` }))
      .first()
      .click()
    await expect(admin.getByRole('heading', { level: 1, name: made })).toBeVisible()
    await expect(admin.getByText(oldAccount)).toBeVisible()
  })

  const second = await as(confirms.email)
  const bell = (page: Page) => page.getByRole('button', { name: /^Notificaciones: \d+ sin leer$/ })
  const hears = async (page: Page, what: string) => {
    await bell(page).click()
    const notice = page.getByRole('listitem').filter({ hasText: what }).filter({ hasText: name })
    await expect(notice).toBeVisible()
    if (page === second) await wellMade(page)
    await notice.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  await test.step('who asks for another account does not confirm it', async () => {
    await admin.goto(`/empresa/providers?q=${encodeURIComponent(name)}`)
    await admin
      .getByRole('link', { name })
      .or(admin.getByRole('button', { name: `Ver ${name}` }))
      .first()
      .click()
    await admin.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByLabel('IBAN').fill(newAccount)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Cambio de cuenta pendiente')).toBeVisible()
    await expect(admin.getByText(/Lo pediste tú/)).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Confirmar' })).toHaveCount(0)
    await wellMade(admin)
  })

  await test.step('another administrator does', async () => {
    // Nobody reloads: the bell says it.
    await hears(second, 'Espera que confirmes su cambio de cuenta')
    const isHere = second.getByText('Cambio de cuenta pendiente')
    await expect(isHere).toBeVisible()
    await second.getByRole('button', { name: 'Confirmar' }).click()
    await wellMadeDialog(second)
    await second.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click()
    await expect(isHere).toBeHidden()
    await expect(second.getByText(newAccount)).toBeVisible()
    await expect(second.getByText('Cambiados el')).toBeVisible()
    await expect(admin.getByText('Cambio de cuenta pendiente')).toBeHidden()
    await expect(admin.getByText(newAccount)).toBeVisible()
    await hears(admin, 'Su cambio de cuenta está confirmado')
  })

  await test.step('whoever approves its orders is warned, in the inbox and on the order', async () => {
    const project = await works.project({ name: 'Bodega' })
    const order = await project.order('Barricas con su duela', '10000')
    const ana = await as(works.ana.email, `/client/projects/${project.id}/documents/${order}`)
    const warning = ana.getByText('Datos bancarios cambiados hoy')
    await expect(warning).toBeVisible()
    await expect(ana.getByText(/comprueba con el proveedor que la cuenta es suya/)).toBeVisible()
    await ana.goto('/client/pending-approvals')
    // Other journeys ask the same person.
    await ana
      .getByRole('list', { name: 'Documentos pendientes' })
      .getByText('Barricas con su duela', { exact: true })
      .click()
    await expect(ana.getByRole('heading', { name: 'Barricas con su duela' })).toBeVisible()
    await expect(warning).toBeVisible()
  })

  await test.step('it can be asked for and taken back', async () => {
    await admin.reload()
    await admin.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByLabel('IBAN').fill(thirdAccount)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await admin.goto(`/empresa/providers?q=${encodeURIComponent(name)}`)
    await expect(admin.getByText('Cambio por confirmar').first()).toBeVisible()
    await admin.goBack()
    await admin.getByRole('button', { name: 'Retirar' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
    await expect(admin.getByText('Cambio de cuenta pendiente')).toBeHidden()
    await expect(admin.getByText(newAccount)).toBeVisible()
  })
})
