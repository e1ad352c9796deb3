import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { wellMade } from './journey.ts'
import { expect, test } from './people.ts'

const password = 'Tarde-verde-93-olas'

/** Names of the buttons of the screen that can be pressed. */
const pressable = (page: Page): Promise<string[]> =>
  page
    .locator('main button:not([disabled]):not([aria-disabled=true])')
    .evaluateAll(all => all.map(each => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim()))

test('an auditor is invited, reads an order with its file and the journal, and finds nothing that changes anything', async ({
  as,
  visit,
  linkIn,
}, info) => {
  const email = `nora-${info.project.name}@pruebas.example`
  const admin = await as('empresa@demo.example', '/empresa/people')
  await admin.getByRole('button', { name: 'Invitar a una persona' }).click()
  const invitation = admin.getByRole('dialog')
  await invitation.getByLabel('Nombre', { exact: true }).fill('Nora')
  await invitation.getByLabel('Apellidos').fill('Lee')
  await invitation.getByLabel('Correo electrónico').fill(email)
  await invitation.getByLabel('Rol').selectOption({ label: 'Auditor' })
  await expect(invitation.getByText('Lee todo lo de la empresa')).toBeVisible()
  await invitation.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(invitation).toBeHidden()

  const arriving = await visit(await linkIn(email, 'invitation'))
  await arriving.getByLabel('Nueva contraseña').fill(password)
  await arriving.getByLabel('Confirmar contraseña').fill(password)
  await arriving.keyboard.press('Enter')
  await arriving.waitForURL('**/welcome')
  await expect(arriving.getByText('Lees todo lo de la empresa')).toBeVisible()

  const page = await as(email, undefined, password)
  await expect(page).toHaveURL(/\/empresa\/dashboard$/)
  await page.goto('/empresa/projects/PRJ-001/documents/DOC-003')
  await expect(page.getByRole('link', { name: /^Abrir factura-/ })).toBeVisible()
  await expect(page.getByText('Marta Ruiz').first()).toBeVisible()
  expect(await pressable(page)).not.toContainEqual(
    expect.stringMatching(/Cancelar|Corregir|Confirmar|Devolver|Reasignar|Duplicar|Comentar/),
  )
  await wellMade(page)

  await page.goto('/empresa/settings/audit')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain('DOC-003')

  await page.goto('/empresa/people')
  await expect(page.getByRole('button', { name: 'Invitar a una persona' })).toBeDisabled()
  await page.goto('/empresa/projects/new')
  await expect(page).toHaveURL(/\/empresa\/dashboard$/)
})
