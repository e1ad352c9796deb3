import type { Page } from '@playwright/test'
import { choose, expect, test, wellMade } from './journey.ts'

test('of a contract that blocks, of which a part was spent before, an order within its tolerance only warns, and one beyond is refused', async ({
  as,
  works,
}) => {
  test.slow()
  const { client, supplier, clientId } = works
  const description = `Empezado ${crypto.randomUUID().slice(0, 6)}`
  const admin = await as('empresa@demo.example', '/empresa/contracts/new')
  const main = admin.getByRole('main')

  await test.step('an administrator makes it, and says what was spent before', async () => {
    await main.getByText('Lo que se puede pagar a un proveedor').click()
    await choose(admin, 'Cliente', client.name)
    await choose(admin, 'Proveedor', supplier)
    await main.getByLabel('Descripción').fill(description)
    await main.getByLabel('Monto total').fill('1.000')
    await main.getByText('Ya se había consumido una parte').click()
    await main.getByLabel('Consumido antes').fill('1.000,01')
    await main.getByLabel('Inicio', { exact: true }).fill('01/01/2020')
    await main.getByLabel('Fin', { exact: true }).fill('31/12/2090')
    await main.getByLabel('Si un pedido supera lo disponible').selectOption('bloquear')
    await main.getByLabel('Tolerancia', { exact: true }).selectOption('Un porcentaje del total')
    await main.getByLabel('Porcentaje del total').fill('5')
    await main.getByRole('button', { name: 'Crear Contrato' }).click()
    await expect(main.getByText('No puede superar el monto total')).toBeVisible()
    await wellMade(admin)
    await main.getByLabel('Consumido antes').fill('800')
    await main.getByRole('button', { name: 'Crear Contrato' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: description })).toBeVisible()
    await expect(main.getByText('Consumido antes')).toBeVisible()
    await expect(main.getByText(/^Disponible: 200\s€$/).first()).toBeVisible()
    await wellMade(admin)
  })

  const contractId = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
  const token = await works.talk.signIn('empresa')
  const { body: project } = await works.talk.post('/api/projects', token, {
    name: description,
    clientId,
    totalMinor: '100000',
    contractIds: [contractId],
    approverIds: [works.ana.id],
    executorIds: [works.caja.id],
  })
  const page = await as(client.email, `/client/projects/${project.id}/documents/new?type=gasto`)

  await test.step('whoever orders reads that it is within the tolerance, and sends it', async () => {
    await fillOrder(page, 'Barricas', '240', supplier)
    await expect(
      page.getByText(/Dentro de la tolerancia: 40\s€ más .* de 50\s€ que se admiten/),
    ).toBeVisible()
    await wellMade(page)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Pedido enviado')).toBeVisible()
  })

  await test.step('its approver reads it before deciding, and the history tells it', async () => {
    await page.getByRole('link', { name: 'Barricas' }).first().click()
    await expect(page).toHaveURL(/documents\/DOC-/)
    const approver = await as(works.ana.email, new URL(page.url()).pathname)
    await expect(approver.getByText(/Dentro de la tolerancia: 40\s€ más/)).toBeVisible()
    await wellMade(approver)
    await approver.getByRole('button', { name: 'Aprobar', exact: true }).click()
    await expect(approver.getByText('Aprobado', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(/[Dd]entro de la tolerancia/).first()).toBeVisible()
  })

  await test.step('one beyond it is refused, and nothing typed is lost', async () => {
    await page.goto(`/client/projects/${project.id}/documents/new?type=gasto`)
    await fillOrder(page, 'Tapones', '20', supplier)
    await expect(page.getByText(/no cabe en el contrato: quedan 10\s€, tolerancia incluida/)).toBeVisible()
    await page.getByRole('button', { name: 'Guardar' }).click()
    // Before it was sent, and as the answer.
    await expect(page.getByText(/no cabe en el contrato: quedan 10\s€, tolerancia incluida/)).toHaveCount(2)
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Tapones')
    await wellMade(page)
  })
})

async function fillOrder(page: Page, name: string, amount: string, supplier: string): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Proveedor' }).click()
  await page.getByRole('option', { name: supplier }).first().click()
  await page.getByLabel('Monto', { exact: true }).fill(amount)
}
