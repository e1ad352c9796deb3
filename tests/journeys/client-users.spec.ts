import type { Page } from '@playwright/test'
import { choose, expect, test, wellMadeDialog } from './journey.ts'

/** A person's row in the table, or their card on a phone. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first()

test('a client’s main account brings in a user, says what they may do, and lets them go and come back', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Bodega propia' })
  const page = await as(works.client.email, '/client/client-users')
  await expect(page.getByText('No se encontraron usuarios.')).toBeVisible()

  await page.getByRole('button', { name: 'Invitar a un usuario' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invitar a una persona' })
  await invitation.getByLabel('Nombre').fill('Olga')
  await invitation.getByLabel('Apellidos').fill('Nueva')
  await invitation.getByLabel('Correo electrónico').fill(`olga.${project.id.toLowerCase()}@demo.example`)
  await expect(invitation.getByLabel('Rol')).toHaveCount(0)
  await wellMadeDialog(page)
  await invitation.getByRole('button', { name: 'Enviar invitación' }).click()
  const waiting = page.getByRole('list', { name: 'Invitaciones pendientes' })
  await expect(waiting).toContainText('Olga Nueva')
  await works.comeIn(`olga.${project.id.toLowerCase()}@demo.example`)
  await page.reload()
  await expect(waiting).toBeHidden()
  const row = rowOf(page, 'Olga Nueva')
  await expect(row).toContainText('Activa')

  await row.getByRole('button', { name: 'Más acciones con Olga Nueva' }).click()
  await page.getByRole('menuitem', { name: 'Permisos en los proyectos' }).click()
  const permissions = page.getByRole('dialog', { name: 'Permisos de Olga Nueva' })
  const ofProject = permissions.getByRole('group', { name: 'Permisos en Bodega propia' })
  await expect(ofProject.getByRole('checkbox', { name: 'Aprobar' })).toBeDisabled()
  await ofProject.getByRole('checkbox', { name: 'Editar' }).check()
  await expect(ofProject.getByRole('checkbox', { name: 'Ver' })).toBeChecked()
  await wellMadeDialog(page)
  await permissions.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Permisos de Olga Nueva guardados')).toBeVisible()
  await row.getByRole('button', { name: 'Más acciones con Olga Nueva' }).click()
  await page.getByRole('menuitem', { name: 'Permisos en los proyectos' }).click()
  await expect(ofProject.getByRole('checkbox', { name: 'Editar' })).toBeChecked()
  await permissions.getByRole('button', { name: 'Cancelar' }).click()

  await row.getByRole('button', { name: 'Más acciones con Olga Nueva' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(row).toContainText('Desactivada')
  await row.getByRole('button', { name: 'Más acciones con Olga Nueva' }).click()
  await page.getByRole('menuitem', { name: 'Activar' }).click()
  await expect(page.getByText('Olga Nueva puede entrar de nuevo')).toBeVisible()
})

test('the users of the client are nobody else’s business @desktop', async ({ as, works }) => {
  const user = await works.person('Oscar', 'Empleado', { role: 'client_user', clientId: works.clientId })
  const page = await as(user.email)
  await expect(page.getByRole('link', { name: 'Usuarios del cliente' })).toHaveCount(0)
  await page.goto('/client/client-users')
  await expect(page).toHaveURL(/\/client\/dashboard$/)
})

test('an approver with open orders is switched off when somebody else takes them over', async ({
  as,
  works,
}) => {
  const leaver = await works.person('Rosa', 'Saliente')
  const heir = await works.person('Bruno', 'Relevo')
  const project = await works.project({ name: 'Bodega heredada', approverIds: [leaver.id] })
  const first = await project.order('Corchos', '10000')
  await project.order('Etiquetas', '20000')
  const page = await as('empresa@demo.example', '/empresa/people?q=Rosa')
  await rowOf(page, leaver.name)
    .getByRole('button', { name: `Más acciones con ${leaver.name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Desactivar' }).click()
  const wizard = page.getByRole('dialog', { name: `Antes de desactivar a ${leaver.name}` })
  await expect(wizard.getByText(`Aprueba ${first} · Corchos`)).toBeVisible()
  await expect(wizard.getByText('No hay nadie más que lo haga')).toBeVisible()
  await wellMadeDialog(page)
  const go = wizard.getByRole('button', { name: 'Reasignar y desactivar' })
  await expect(go).toBeDisabled()
  const ofFirst = wizard.getByLabel(`Aprueba ${first} · Corchos`)
  await expect(ofFirst.getByRole('option', { name: 'Teresa Caja' })).toHaveCount(0)
  await choose(page, 'Una persona para todo', heir.name)
  await expect(ofFirst).toHaveValue(heir.id)
  await go.click()
  await expect(page.getByText(`${leaver.name} ya no puede entrar: 2 pedidos reasignados`)).toBeVisible()
  await expect(rowOf(page, leaver.name)).toContainText('Desactivada')

  const approver = await as(heir.email, '/client/pending-approvals')
  await expect(approver.getByText('Corchos').first()).toBeVisible()
  await expect(approver.getByText('Etiquetas').first()).toBeVisible()
  await page.goto(`/empresa/projects/${project.id}/documents/${first}`)
  await expect(page.getByText(`Aprobación reasignada de ${leaver.name} a ${heir.name}`)).toBeVisible()
})
