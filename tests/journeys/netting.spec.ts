import { dayFromToday } from '#tests/support/days.ts'
import { expect, test, wellMade } from './journey.ts'

test('a credit note is netted in a batch: chosen beside the payment, transferred net, executed with it', async ({
  as,
  works,
}) => {
  const rita = await works.person('Rita', 'Giro')
  const project = await works.project({ name: 'Compensada', executorIds: [works.caja.id, rita.id] })
  const before = await project.order('Toneles', '40000')
  const owed = await project.order('Tinas', '100000')
  for (const order of [before, owed]) await works.approve(order)
  const caja = await works.tokenOf(works.caja)
  await works.talk.post(`/api/documents/${before}/execution`, caja, {
    revision: 1,
    executedOn: dayFromToday(),
    reference: 'TRF-1',
  })
  const client = await works.tokenOf(works.client)
  const { body: note } = await works.talk.post(`/api/documents/${before}/credit-notes`, client, {
    revision: 1,
    name: 'Toneles devueltos',
    amountMinor: '25000',
  })
  await works.approve(note.id)

  const page = await as(works.caja.email, '/client/payment-batches/new')
  await test.step('it is chosen beside the payment, and the form says what is transferred', async () => {
    await expect(page.getByLabel('Toneles devueltos')).toBeDisabled()
    await page.getByLabel('Tinas').check()
    await page.getByLabel('Toneles devueltos').check()
    await expect(page.getByText(`Se compensa en el pago de ${owed}.`)).toBeVisible()
    await expect(page.getByText('Monto neto: 1.000 € menos 250 € de abonos.')).toBeVisible()
    await expect(page.getByText('1 elegido: 1.000 € (750 € netos) de')).toBeVisible()
    await wellMade(page)
    await page.getByRole('button', { name: 'Crear remesa' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Remesa R-\d+$/ })).toBeVisible()
  })
  const batchId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await test.step('the batch shows what is paid, the credit note and the net amount', async () => {
    await expect(page.getByText('750,00 €').first()).toBeVisible()
    await expect(page.getByRole('link', { name: note.id })).toBeVisible()
    await expect(page.getByText('Abonos compensados')).toBeVisible()
    await wellMade(page)
  })

  await test.step('meanwhile the credit note is confirmed nowhere else', async () => {
    const alone = await as(works.caja.email, `/client/projects/${project.id}/documents/${note.id}`)
    await expect(alone.getByRole('heading', { name: 'Pendiente de abono' })).toBeVisible()
    await expect(alone.getByText(`El abono se compensa en la remesa ${batchId}`).first()).toBeVisible()
    await wellMade(alone)
    await alone.context().close()
  })

  await test.step('released, sent and confirmed, both are executed', async () => {
    const releaser = await works.tokenOf(rita)
    const { body } = await works.talk.get(`/api/payment-batches/${batchId}`, releaser)
    const { version } = body.twoHands.review
    await works.talk.post(`/api/payment-batches/${batchId}/release`, releaser, { seen: version })
    await works.talk.post(`/api/payment-batches/${batchId}/downloads`, caja, {})
    await page.reload()
    await page.getByRole('button', { name: 'Confirmar la remesa' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Referencia').fill('REM-9')
    await dialog.getByRole('button', { name: 'Confirmar la remesa' }).click()
    await expect(page.getByText('Confirmado el pago de 1 pedido.')).toBeVisible()
    await page.goto(`/client/projects/${project.id}/documents/${note.id}`)
    await expect(page.getByText(`compensado en la remesa ${batchId} con el pago de ${owed}`)).toBeVisible()
    await expect(page.getByText(`Se descuenta del pago de ${owed}`)).toBeVisible()
    await page.getByRole('link', { name: owed, exact: true }).first().click()
    const netting = page.getByRole('region', { name: 'Compensación en remesa' })
    await expect(netting).toContainText(`Se descuenta el abono ${note.id}`)
    await expect(netting).toContainText('750,00 €')
    await wellMade(page)
  })
})
