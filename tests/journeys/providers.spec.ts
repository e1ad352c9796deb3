import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

const oldAccount = 'ES91 2100 0418 4502 0005 1332'
const newAccount = 'DE89 3704 0044 0532 0130 00'

test('another account of a provider waits for a second administrator, and then is where it is paid', async ({
  as,
}) => {
  const admin = await as('empresa@demo.example')
  const dialog = admin.getByRole('dialog')
  const name = `Toneles ${crypto.randomUUID().slice(0, 6)}`

  await test.step('a provider is made with its account, and has a page', async () => {
    await admin.goto('/empresa/providers')
    await admin.getByRole('button', { name: 'Nuevo Proveedor' }).first().click()
    await dialog.getByLabel('Nombre').fill(name)
    await dialog.getByLabel('IBAN').fill(oldAccount)
    await dialog.getByRole('button', { name: 'Crear proveedor' }).click()
    await expect(dialog).toBeHidden()
    await admin.goto(`/empresa/providers?q=${encodeURIComponent(name)}`)
    await wellMade(admin)
    await admin
      .getByRole('link', { name })
      .or(admin.getByRole('button', { name: `Ver ${name}` }))
      .first()
      .click()
    await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(admin.getByText(oldAccount)).toBeVisible()
    await wellMade(admin)
  })

  await test.step('who asks for another account does not confirm it', async () => {
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
    const second = await as('gestoria@demo.example')
    await second.goto(new URL(admin.url()).pathname)
    const isHere = second.getByText('Cambio de cuenta pendiente')
    await expect(isHere).toBeVisible()
    await wellMade(second)
    await second.getByRole('button', { name: 'Confirmar' }).click()
    await wellMadeDialog(second)
    await second.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click()
    await expect(isHere).toBeHidden()
    await expect(second.getByText(newAccount)).toBeVisible()
    await expect(second.getByText('Cambiados el')).toBeVisible()
  })

  await test.step('it can be asked for and taken back', async () => {
    await admin.reload()
    await admin.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByLabel('IBAN').fill(oldAccount)
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
