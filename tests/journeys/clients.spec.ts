import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('a client is made, given its providers, edited and deactivated', async ({ as, isMobile }) => {
  const admin = await as('empresa@demo.example')
  const dialog = admin.getByRole('dialog')
  const tag = crypto.randomUUID().slice(0, 6)
  const name = `Hacienda ${tag}`
  const providers = (count: number) =>
    admin.getByRole('button', { name: `${count} proveedores de ${name}: asignar` })

  await test.step('it is listed with a dash for the phone it does not have', async () => {
    await admin.goto('/empresa/clients')
    await admin.getByRole('button', { name: 'Nuevo Cliente' }).first().click()
    await dialog.getByLabel('Nombre', { exact: true }).fill(name)
    await dialog.getByLabel('Correo electrónico').fill(`hacienda-${tag}@demo.example`)
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: /^Crear/ }).click()
    await expect(dialog).toBeHidden()
    await admin.goto(`/empresa/clients?q=${tag}`)
    await expect(admin.getByText('Activo', { exact: true })).toBeVisible()
    if (!isMobile) await expect(admin.getByRole('cell', { name: '-', exact: true })).toBeVisible()
    await wellMade(admin)
  })

  await test.step('its providers are chosen, counted and said', async () => {
    await providers(0).click()
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('checkbox').nth(1).check()
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await expect(providers(2)).toBeVisible()
    if (!isMobile) {
      await providers(2).hover()
      await expect(admin.getByText('Este cliente tiene 2 proveedores asignados.')).toBeVisible()
    }
  })

  await test.step('it is edited and deactivated', async () => {
    await admin.getByRole('button', { name: `Editar ${name}` }).click()
    await dialog.getByLabel('Teléfono').fill('+34 600 111 222')
    await dialog.getByLabel('Estado').selectOption('inactive')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Inactivo', { exact: true })).toBeVisible()
    await expect(admin.getByText('+34 600 111 222')).toBeVisible()
    await wellMade(admin)
  })
})
