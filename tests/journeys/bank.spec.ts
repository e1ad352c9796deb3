import { camtFile } from '../support/bank-files.ts'
import { expect, test, wellMade } from './journey.ts'

test('files of the bank are dropped on one screen: another account is refused with its reason, and each list leads on', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/bank')
  const lines = page.getByRole('list', { name: 'Movimientos por conciliar' })
  await expect(page.getByText('Añadir ficheros del banco')).toBeVisible()
  await wellMade(page)

  await test.step('a file that is no statement of ours is refused with its reason', async () => {
    const foreign = camtFile({ iban: 'DE89370400440532013000', entries: [{ amount: '1.00' }] })
    const file = { name: 'ajeno.xml', mimeType: 'application/xml', buffer: foreign }
    await page.locator('input[type=file][multiple]').setInputFiles(file)
    await expect(
      page.getByText(/no es la cuenta de pago de la empresa|Falta la cuenta de pago/),
    ).toBeVisible()
    await wellMade(page)
  })

  await test.step('each list says what it has not yet', async () => {
    await page.goto('/empresa/bank?tab=settled')
    await expect(page.getByText('Ningún movimiento se ha conciliado todavía')).toBeVisible()
    await page.goto('/empresa/bank?tab=explained')
    await expect(page.getByText('No hay movimientos apartados')).toBeVisible()
    await wellMade(page)
    await page.goto('/empresa/bank')
    await expect(lines.or(page.getByText('No hay movimientos por conciliar'))).toBeVisible()
  })
})
