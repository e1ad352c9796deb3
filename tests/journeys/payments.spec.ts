import { expect, test, wellMade } from './journey.ts'

test('an order in two payments: planned in the form, confirmed one by one, and one that the bank returns is paid again', async ({
  as,
  works,
}) => {
  const name = `Maquinaria ${crypto.randomUUID().slice(0, 4)}`
  const project = await works.project({ name: 'Plazos' })
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)

  await test.step('the form divides what is left, and says what does not add up', async () => {
    await page.getByLabel('Nombre', { exact: true }).fill(name)
    await page.getByRole('combobox', { name: 'Proveedor' }).click()
    await page.getByRole('option', { name: works.supplier }).click()
    // An amount of its own: the supplier has orders of other journeys.
    await page.getByLabel('Monto', { exact: true }).fill('1.037')
    await page.getByRole('button', { name: 'Vencimientos (opcional)' }).click()
    await expect(page.getByLabel('Monto, pago 1', { exact: true })).toHaveValue('1.037')
    await page.getByLabel('Vence, pago 1', { exact: true }).fill('15/01/2027')
    await page.getByLabel('Monto, pago 1', { exact: true }).fill('400')
    await page.getByRole('button', { name: 'Añadir vencimiento' }).click()
    await expect(page.getByLabel('Vence, pago 2', { exact: true })).toHaveValue('14/02/2027')
    await expect(page.getByLabel('Monto, pago 2', { exact: true })).toHaveValue('637')
    await page.getByLabel('Monto, pago 2', { exact: true }).fill('537')
    await expect(page.getByText('Los vencimientos no suman lo que se paga: faltan 100 €.')).toBeVisible()
    await wellMade(page)
    await page.getByLabel('Monto, pago 2', { exact: true }).fill('637')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Pedido enviado')).toBeVisible()
  })

  const address = await test.step('whoever reads the order sees when it is due', async () => {
    await page.getByRole('link', { name }).first().click()
    const card = page
      .getByRole('region', { name: 'Datos del pedido' })
      .or(page.getByLabel('Datos del pedido'))
    await expect(card.first()).toContainText('Próximo vencimiento15/01/2027')
    await expect(card.first()).toContainText('400 € el 15/01/2027; 637 € el 14/02/2027')
    return new URL(page.url()).pathname
  })

  await works.approve(address.split('/').at(-1) ?? '')
  const executor = await as(works.caja.email, address)
  const confirm = async (reference: string) => {
    await executor.getByLabel('Referencia').fill(reference)
    await executor.getByRole('button', { name: 'Confirmar pago' }).click()
  }

  await test.step('the first is confirmed, and the order stays open with the second', async () => {
    await expect(executor.getByLabel('Vencimiento que se paga')).toHaveValue('1')
    await expect(executor.getByText('0 de 2 pagados').first()).toBeVisible()
    await wellMade(executor)
    await confirm('TRF-A1')
    await expect(executor.getByText('1 de 2 pagados').first()).toBeVisible()
    await expect(executor.getByLabel('Vencimiento que se paga')).toHaveValue('2')
    await page.reload()
    await expect(page.getByText('Pagado en parte (1/2)').first()).toBeVisible()
    await wellMade(page)
  })

  await test.step('with the second it is executed', async () => {
    await confirm('TRF-A2')
    await expect(executor.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await expect(executor.getByText('2 de 2 pagados').first()).toBeVisible()
  })

  await test.step('the bank returns one: the order is open again, says why, and is paid again', async () => {
    await executor.getByRole('button', { name: 'Registrar devolución' }).first().click()
    const dialog = executor.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Registrar devolución' }).click()
    await expect(dialog.getByLabel('Motivo')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Motivo').fill('Cuenta cerrada')
    await dialog.getByRole('button', { name: 'Registrar devolución' }).click()
    await expect(executor.getByText('devolución registrada')).toBeVisible()
    await expect(executor.getByText('«Cuenta cerrada»').first()).toBeVisible()
    await expect(executor.getByText(/^El banco ha devuelto un pago el /)).toBeVisible()
    await expect(executor.getByText(/^Pago 1 de 2 confirmado el .* TRF-A1$/)).toBeVisible()
    await expect(executor.getByLabel('Vencimiento que se paga')).toHaveValue('1')
    await wellMade(executor)
    await confirm('TRF-A3')
    await expect(executor.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
  })
})
