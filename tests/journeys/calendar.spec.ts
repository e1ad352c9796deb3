import { dayFromToday } from '#tests/support/days.ts'
import { expect, test, wellMade } from './journey.ts'

test('what is due is seen by day, chosen and sent to a batch; then what is to be expected, and how long payments take', async ({
  as,
  works,
  isMobile,
}) => {
  const tag = crypto.randomUUID().slice(0, 4)
  const treasurer = await works.person('Vera', 'Caja')
  const project = await works.project({ name: `Vence ${tag}`, executorIds: [treasurer.id] })
  const client = await works.tokenOf(works.client)
  const loose = await project.order(`Suelto ${tag}`, '900')
  const { body: known } = await works.talk.get(`/api/projects/${project.id}/documents/${loose}`, client)
  const planned = async (name: string, amountMinor: string, due: readonly [number, string][]) => {
    const payments = due.map(([count, minor]) => ({ dueOn: dayFromToday(count), amountMinor: minor }))
    const { body } = await works.talk.post('/api/documents', client, {
      projectId: project.id,
      type: 'gasto',
      name: `${name} ${tag}`,
      providerId: known.providerId,
      amountMinor,
      payments,
      duplicateReason: 'Son entregas distintas',
    })
    return String(body.id)
  }
  await works.approve(await planned('Tarde', '70000', [[-2, '70000']]))
  await works.approve(
    await planned('Plazos', '50000', [
      [1, '20000'],
      [90, '30000'],
    ]),
  )
  await planned('Duda', '1200', [[1, '1200']])
  await works.approve(loose)

  const page = await as(treasurer.email)
  await test.step('the menu of whoever executes has it, and it tells what is due in words', async () => {
    if (isMobile) await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.getByRole('link', { name: 'Calendario de pagos' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Calendario de pagos' })).toBeVisible()
    await expect(page.getByText('Pagos de los proyectos en los que ejecutas.')).toBeVisible()
    await expect(page.getByText('Vencido 700').first()).toBeVisible()
    await wellMade(page)
  })

  await test.step('a day lists its payments: one to be approved cannot be chosen, the next of two can', async () => {
    const tomorrow = dayFromToday(1)
    await page.goto(`/client/payment-calendar?from=${tomorrow}&show=${tomorrow}`)
    await expect(page.getByLabel(`Elegir Plazos ${tag}`)).toBeVisible()
    await expect(page.getByRole('link', { name: `Duda ${tag}` })).toBeVisible()
    await expect(page.getByLabel(`Elegir Duda ${tag}`)).toHaveCount(0)
    await expect(page.getByText('pago 1 de 2')).toBeVisible()
    await page.getByLabel(`Elegir Plazos ${tag}`).check()
  })

  await test.step('what is chosen stays while another part is looked at, and goes to a batch', async () => {
    await page.getByRole('button', { name: /^Sin vencimiento/ }).click()
    await page.getByLabel(`Elegir Suelto ${tag}`).check()
    const bar = page.getByRole('region', { name: 'Pagos elegidos' })
    await expect(bar).toContainText('2 pagos: 209 €')
    await wellMade(page)
    await bar.getByRole('link', { name: 'Enviar a una remesa' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Nueva remesa SEPA' })).toBeVisible()
    for (const name of ['Plazos', 'Suelto']) await expect(page.getByLabel(`${name} ${tag}`)).toBeChecked()
    await expect(page.getByLabel(`Tarde ${tag}`)).not.toBeChecked()
  })

  await test.step('the forecast has a row for each week and for what is late', async () => {
    await page.goto('/client/payment-calendar')
    await page.getByRole('button', { name: 'Previsión' }).click()
    const table = page.getByRole('region', { name: 'Próximas 13 semanas, en EUR' }).getByRole('table')
    await expect(table.getByRole('row', { name: /^Vencido 700/ })).toBeVisible()
    await expect(table.getByRole('rowheader')).not.toHaveCount(0)
    await wellMade(page)
  })

  await test.step('the average period says from which day it counts, and keeps its place in the address', async () => {
    await page.getByRole('button', { name: 'Periodo medio de pago' }).click()
    await expect(page.getByRole('heading', { name: 'Periodo medio de pago a proveedores' })).toBeVisible()
    await expect(page.getByText('desde la fecha de la factura que lleva el pedido')).toBeVisible()
    const lastYear = String(Number(dayFromToday().slice(0, 4)) - 1)
    await page.getByLabel('Periodo', { exact: true }).selectOption(lastYear)
    await expect(page).toHaveURL(/period=/)
    await expect(page.getByText(`Del 01/01/${lastYear} al 31/12/${lastYear}`)).toBeVisible()
    await wellMade(page)
  })
})
