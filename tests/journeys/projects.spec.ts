import { expect, test, wellMadeDialog } from './journey.ts'

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

test('the administration sees the company’s projects in the areas of clients and providers too @desktop', async ({
  as,
  works,
}) => {
  const { id } = await works.project({ name: 'Bodega de todos' })
  const admin = await as('empresa@demo.example', `/client/projects/${id}`)
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('Bodega de todos')
  await expect(admin).toHaveURL(new RegExp(`/client/projects/${id}$`))
  await admin.goto(`/provider/projects/${id}`)
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('Bodega de todos')
  await expect(admin).toHaveURL(new RegExp(`/provider/projects/${id}$`))
})
