import { supplied } from './invoices.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('whoever asked the bank whose an account is writes its answer down, and it stands beside the account', async ({
  as,
  works,
}) => {
  const { providerId } = await supplied(works)
  const page = await as('empresa@demo.example', `/empresa/providers/${providerId}`)
  const bank = page.getByRole('region', { name: 'Datos bancarios' })
  await expect(bank.getByText('Nadie ha anotado de quién dice el banco que es la cuenta.')).toBeVisible()
  await bank.getByRole('button', { name: 'Anotar comprobación' }).click()
  const dialog = page.getByRole('dialog', { name: 'Titular de la cuenta' })
  await dialog.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(dialog.getByText('Elige qué ha contestado el banco')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Coincide en parte' }).check()
  await dialog.getByLabel('Nombre que ha dado el banco').fill('CRISTALES SL')
  await wellMadeDialog(page)
  await dialog.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(bank.getByText('Coincide en parte: CRISTALES SL')).toBeVisible()
  await wellMade(page)
})
