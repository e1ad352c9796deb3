import { expect, wellMadeDialog } from './journey.ts'
import { test } from './works.ts'

test('a project is renamed and switched off: its client reads so, and can no longer order in it', async ({
  as,
  works,
}) => {
  const { id } = await works.project({ name: 'Bodega vieja' })
  const admin = await as('empresa@demo.example', `/empresa/projects/${id}`)
  await admin.getByRole('button', { name: 'Editar', exact: true }).click()
  await admin.getByLabel('Nombre del Proyecto').fill('Bodega nueva')
  await admin.getByLabel('Activo').uncheck()
  await wellMadeDialog(admin)
  await admin.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(admin.getByText('Proyecto actualizado')).toBeVisible()
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('Bodega nueva')

  const client = await as(works.client.email, `/client/projects/${id}`)
  await expect(client.getByText('Inactivo', { exact: true })).toBeVisible()
  await expect(client.getByRole('link', { name: 'Nuevo Documento' })).toHaveCount(0)
})
