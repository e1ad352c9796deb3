// A sample to play with: made from the first steps, worked in, thrown away.
import { wellMade, wellMadeDialog } from './journey.ts'
import { expect, testAlone } from './people.ts'

const test = testAlone()

test('an administrator plays in a sample from the first steps, approves an order in it and throws it away', async ({
  as,
}) => {
  const page = await as('nueva@demo.example', '/empresa/dashboard')
  const offer = page.getByRole('button', { name: 'Probar con datos de ejemplo' })
  await expect(offer).toBeVisible()
  await offer.click()
  const band = page.getByRole('region', { name: 'Datos de ejemplo' })
  await expect(band).toContainText('Datos de ejemplo: nada de lo que hagas aquí es real')
  await expect(page.getByRole('button', { name: /^Empresa: Ejemplo de Empresa Nueva/ })).toBeVisible()
  await wellMade(page)

  await test.step('two orders wait for the person, and one is approved', async () => {
    await page.goto('/client/pending-approvals')
    await expect(band).toBeVisible()
    await page.getByText('Ventanas del patio', { exact: true }).first().click()
    await page
      .getByRole('button', { name: /^Aprobar( documento)?$/ })
      .first()
      .click()
    await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('nobody is invited, and no file goes to the bank', async () => {
    await page.goto('/empresa/people')
    await expect(band).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invitar a una persona' })).toBeDisabled()
    await page.goto('/empresa/projects/new')
    const another = page.getByRole('button', { name: 'Nueva persona' }).first()
    await expect(another).toBeDisabled()
    await expect(another).toHaveAttribute('title', /aquí no se puede invitar a nadie/)
    await page.goto('/client/payment-batches/new')
    await expect(band).toBeVisible()
    await expect(page.getByText('de aquí no sale ningún archivo para el banco').first()).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /Fontanería/ })).toBeDisabled()
  })

  await test.step('the way back and in again by the switcher', async () => {
    await band.getByRole('button', { name: 'Volver a Empresa Nueva' }).click()
    await expect(band).toBeHidden()
    await page.getByRole('button', { name: /^Empresa: Empresa Nueva/ }).click()
    await page.getByRole('menuitemradio', { name: 'Ejemplo de Empresa Nueva' }).click()
    await expect(band).toBeVisible()
  })

  await test.step('thrown away, it is gone, and another may be made', async () => {
    await band.getByRole('button', { name: 'Borrar el ejemplo' }).click()
    const question = page.getByRole('alertdialog', { name: '¿Borrar el ejemplo?' })
    await wellMadeDialog(page)
    await question.getByRole('button', { name: 'Borrar el ejemplo' }).click()
    await expect(band).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Primeros pasos' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Cambiar de empresa/ })).toHaveCount(0)
    await expect(offer).toBeVisible()
  })
})
