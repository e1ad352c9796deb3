import { expect, test, wellMade } from './journey.ts'

test('an order that looks like another one asks why it is not, keeps what was typed and says it to whoever approves @desktop', async ({
  as,
  works,
}) => {
  const marta = await works.person('Marta', 'Tercera')
  const project = await works.project({ name: 'Bodega antigua', approverIds: [marta.id] })
  const first = await project.order('Barricas de octubre', '123456')
  const client = await as(works.client.email)

  await test.step('the form names it before anything is sent', async () => {
    await client.goto(`/client/projects/${project.id}/documents/new?type=gasto`)
    await client.getByLabel('Nombre').fill('Barricas de noviembre')
    await client.getByRole('combobox', { name: 'Proveedor' }).click()
    await client.getByRole('option', { name: works.supplier }).click()
    await client.getByLabel('Monto').fill('1.234,56')
    await client.getByLabel('Nº de factura').fill('B-2026/0031')
    await expect(client.getByText(`Posible duplicado de ${first}`)).toBeVisible()
    await expect(client.getByRole('link', { name: first })).toBeVisible()
    await wellMade(client)
  })

  const reason = client.getByLabel('Por qué no es un duplicado')
  await test.step('without a reason it is not sent, and nothing typed is lost', async () => {
    await client.getByRole('button', { name: 'Guardar' }).click()
    await expect(reason).toBeFocused()
    await expect(client.getByText('Explica por qué no es un duplicado.', { exact: false })).toBeVisible()
    await expect(client.getByLabel('Monto')).toHaveValue('1.234,56')
    await expect(client.getByLabel('Nº de factura')).toHaveValue('B-2026/0031')
  })

  await test.step('with one it is', async () => {
    await reason.fill('Son las barricas del segundo lote')
    await client.getByRole('button', { name: 'Guardar' }).click()
    await client.waitForURL(`**/client/projects/${project.id}`)
  })

  await test.step('whoever approves sees both flagged, with the reason beside the later one', async () => {
    const approver = await as(marta.email, '/client/pending-approvals')
    const list = approver.getByRole('list', { name: 'Documentos pendientes' })
    await expect(list.getByText('Posible duplicado')).toHaveCount(2)
    await list.getByRole('link', { name: 'Barricas de noviembre' }).click()
    const review = approver.getByRole('region', { name: 'Tu aprobación está pendiente' })
    await expect(review.getByText(`Posible duplicado de ${first}`)).toBeVisible()
    await expect(review.getByText('Motivo: «Son las barricas del segundo lote»')).toBeVisible()
    await expect(approver.getByText('B-2026/0031').first()).toBeVisible()
    await wellMade(approver)
    await list.getByRole('link', { name: 'Barricas de octubre' }).click()
    await expect(review.getByRole('link', { name: /^DOC-/ })).toBeVisible()
  })
})
