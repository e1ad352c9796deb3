import { expect, test, wellMadeDialog } from './journey.ts'

test('a client is made, given its providers, edited and deactivated', async ({ as, isMobile }) => {
  const admin = await as('empresa@demo.example')
  const dialog = admin.getByRole('dialog')
  // Never like a number, `255e03`, which an address would read as one.
  const tag = `x${crypto.randomUUID().slice(0, 6)}`
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
    await admin.getByRole('link', { name, exact: true }).click()
    await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(admin.getByRole('list', { name: 'Proveedores' }).getByRole('listitem')).toHaveCount(2)
    await expect(admin.getByText('Aún no tiene proyectos.')).toBeVisible()
    await expect(admin.getByText('No se encontraron contratos.')).toBeVisible()
    await expect(
      admin.getByRole('list', { name: 'Invitaciones pendientes' }).getByText(`hacienda-${tag}@demo.example`),
    ).toBeVisible()
    await expect(admin.getByText('Nadie puede entrar en su nombre.')).toBeVisible()
    await admin.getByRole('button', { name: 'Editar', exact: true }).click()
    await dialog.getByLabel('Teléfono').fill('+34 600 111 222')
    await dialog.getByLabel('Estado').selectOption('inactive')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Inactivo', { exact: true })).toBeVisible()
    await expect(admin.getByText('+34 600 111 222')).toBeVisible()
    await admin.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'Clientes' }).click()
    await expect(admin.getByRole('link', { name: 'Hoteles Brisa' })).toBeVisible()
  })

  await test.step('the page of another leads to its projects, contracts, providers and people', async () => {
    await admin.getByRole('link', { name: 'Hoteles Brisa' }).click()
    for (const [list, address] of [
      ['Proyectos', /\/empresa\/projects\/PRJ-\d+$/],
      ['Proveedores', /\/empresa\/providers\/PRV-\d+$/],
      ['Contratos', /\/empresa\/contracts\/CTR-\d+$/],
      ['Personas', /\/empresa\/people\?q=/],
    ] as const) {
      await admin.getByRole('list', { name: list, exact: true }).getByRole('link').first().click()
      await expect(admin).toHaveURL(address)
      await admin.goBack()
      await expect(admin.getByRole('heading', { level: 1, name: 'Hoteles Brisa' })).toBeVisible()
    }
    await admin.getByRole('button', { name: 'Ver como cliente: Hoteles Brisa' }).click()
    await expect(dialog).toBeVisible()
  })
})
