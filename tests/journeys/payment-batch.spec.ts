import fs from 'node:fs/promises'
import { faultsOf, textsOf } from '../support/pain.ts'
import { talkTo } from '../support/talk.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'
import { makeWorks } from './works.ts'

test('two payments go to the bank in one file that a second person releases; one arrives, the other is disputed and the company sees to it @desktop', async ({
  as,
  server,
}) => {
  // Its supplier has never been paid, which the batch says of it.
  const works = await makeWorks(talkTo(server.origin, { isPatient: true }))
  const rita = await works.person('Rita', 'Giro')
  const project = await works.project({ name: 'Embotelladora', executorIds: [works.caja.id, rita.id] })
  const orders = [await project.order('Tolva', '123405'), await project.order('Cinta', '76595')]
  for (const order of orders) await works.approve(order)
  const [arrived = '', lost = ''] = orders
  const addressOf = (area: string, order: string) => `/${area}/projects/${project.id}/documents/${order}`

  const admin = await as('empresa@demo.example')
  await test.step('the company says from which account it pays', async () => {
    await admin.goto('/empresa/settings')
    const form = admin.getByRole('form', { name: 'Cuenta de pago' })
    await form.getByLabel('IBAN').fill('ES91 2100 0418 4502 0005 1333')
    await form.getByRole('button', { name: 'Guardar cuenta' }).click()
    await expect(form.getByText('IBAN no válido o fuera de la zona SEPA')).toBeVisible()
    await form.getByLabel('IBAN').fill('ES91 2100 0418 4502 0005 1332')
    await form.getByRole('button', { name: 'Guardar cuenta' }).click()
    await expect(admin.getByText('Cuenta de pago guardada')).toBeVisible()
  })

  const treasurer = await as(works.caja.email)
  await test.step('the treasurer picks both, and the batch waits for somebody else', async () => {
    await treasurer.goto('/client/pending-confirmations')
    await treasurer.getByRole('link', { name: 'Nueva remesa' }).click()
    for (const name of ['Tolva', 'Cinta']) await treasurer.getByLabel(name).check()
    await expect(treasurer.getByText('2.000 €', { exact: true })).toBeVisible()
    await treasurer.getByRole('button', { name: 'Crear remesa' }).click()
    await expect(treasurer.getByRole('heading', { level: 1, name: /^Remesa R-\d+$/ })).toBeVisible()
    await expect(treasurer.getByText('Pendiente de liberar')).toBeVisible()
    await expect(treasurer.getByText('Pueden liberarla: Rita Giro.')).toBeVisible()
    await expect(treasurer.getByRole('button', { name: 'Descargar archivo' })).toBeHidden()
    await wellMade(treasurer)
  })

  await test.step('a second person sees what it pays, and releases it', async () => {
    const releaser = await as(rita.email, '/client/payment-batches')
    await releaser
      .getByRole('row', { name: /Pendiente de liberar/ })
      .getByRole('link')
      .click()
    const card = releaser.getByRole('region', { name: 'Por revisar antes de liberar' })
    await expect(card).toContainText('2.000 €')
    await expect(card).toContainText(works.supplier)
    await releaser.getByRole('button', { name: 'Liberar remesa' }).click()
    const dialog = releaser.getByRole('alertdialog')
    await expect(dialog).toContainText(works.supplier)
    await wellMadeDialog(releaser)
    await dialog.getByRole('button', { name: 'Liberar remesa' }).click()
    await expect(releaser.getByRole('region', { name: 'Remesa liberada' })).toContainText('Rita Giro')
    await wellMade(releaser)
    await releaser.context().close()
  })

  await test.step('released, its file says what the payments come to', async () => {
    const download = treasurer.waitForEvent('download')
    await treasurer.getByRole('button', { name: 'Descargar archivo' }).click()
    const xml = await fs.readFile(await (await download).path(), 'utf8')
    expect(faultsOf(xml)).toEqual([])
    expect(textsOf(xml, 'CtrlSum')).toEqual(['2000.00', '2000.00'])
    expect(textsOf(xml, 'InstdAmt').toSorted()).toEqual(['1234.05', '765.95'])
    await expect(treasurer.getByText('Archivo descargado')).toBeVisible()
  })

  await test.step('what is in a batch is confirmed there, and nobody cancels it meanwhile', async () => {
    const page = await treasurer.context().newPage()
    await page.goto(addressOf('client', lost))
    await expect(page.getByText(/^El pedido está en la remesa R-\d+: confírmalo/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Ver la remesa R-/ })).toBeVisible()
    await page.close()
  })

  await test.step('the bank has paid: one reference for both', async () => {
    await treasurer.getByRole('button', { name: 'Confirmar la remesa' }).click()
    const dialog = treasurer.getByRole('dialog')
    await dialog.getByLabel('Referencia').fill('REM-2026-7')
    await wellMadeDialog(treasurer)
    await dialog.getByRole('button', { name: 'Confirmar la remesa' }).click()
    await expect(treasurer.getByText('Confirmado el pago de 2 pedidos.')).toBeVisible()
    await expect(treasurer.getByText('Confirmada', { exact: true })).toBeVisible()
  })

  const provider = await as(works.cubas.email)
  await test.step('the provider has received one and misses the other', async () => {
    await provider.goto(addressOf('provider', arrived))
    await provider.getByRole('button', { name: 'Confirmar recepción' }).click()
    await expect(provider.getByRole('heading', { name: 'Recepción confirmada' })).toBeVisible()
    await provider.goto(addressOf('provider', lost))
    await expect(provider.getByRole('heading', { name: '¿Has recibido este pago?' })).toBeVisible()
    await wellMade(provider)
    await provider.getByRole('button', { name: 'No lo he recibido' }).click()
    const dialog = provider.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Abrir disputa' }).click()
    await expect(dialog.getByLabel('Motivo')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Motivo').fill('No está en mi extracto')
    await dialog.getByRole('button', { name: 'Abrir disputa' }).click()
    await expect(provider.getByRole('heading', { name: 'En disputa' })).toBeVisible()
  })

  await test.step('the company reads why, answers, and the provider confirms', async () => {
    await admin.goto(addressOf('empresa', lost))
    await expect(admin.getByText('«No está en mi extracto»').first()).toBeVisible()
    await admin.getByRole('button', { name: 'Resolver disputa' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Cómo se ha resuelto').fill('Entró con un día de retraso')
    await dialog.getByRole('button', { name: 'Resolver disputa' }).click()
    await expect(admin.getByRole('heading', { name: 'Disputa resuelta' })).toBeVisible()
    await wellMade(admin)
    await provider.goto(addressOf('provider', lost))
    await expect(provider.getByText('«Entró con un día de retraso»').first()).toBeVisible()
    await provider.getByRole('button', { name: 'Confirmar recepción' }).click()
    await expect(provider.getByRole('heading', { name: 'Recepción confirmada' })).toBeVisible()
  })
})
