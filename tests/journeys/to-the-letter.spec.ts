// Texts of the specification that an order shows only at its moment.
import { expect, test } from './journey.ts'

test('an order’s page asks «Aprobar», the queue «Aprobar documento»; one without a file has no preview @desktop', async ({
  as,
  works,
}) => {
  const approver = await works.person('Letra', 'Menuda')
  const project = await works.project({ name: 'Letras', approverIds: [approver.id] })
  const order = await project.order('Piedra', '4100')
  const page = await as(approver.email, `/client/projects/${project.id}/documents/${order}`)
  await expect(page.getByRole('heading', { name: 'Tu aprobación está pendiente' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aprobar', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rechazar', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aprobar documento' })).toHaveCount(0)
  await expect(page.getByText('Vista previa no disponible')).toBeVisible()
  await page.goto('/client/pending-approvals')
  await expect(page.getByRole('button', { name: 'Aprobar documento' }).first()).toBeVisible()
})

test('what is confirmed in the queue is told as «Ejecución confirmada» @desktop', async ({ as, works }) => {
  const project = await works.project({ name: 'Colas' })
  const order = await project.order('Grava', '4200')
  await works.approve(order)
  const page = await as(works.caja.email, `/client/pending-confirmations?document=${order}`)
  await page.getByLabel('Referencia').fill('TRF-77')
  await page.getByRole('button', { name: 'Confirmar pago' }).click()
  const notice = page.locator('[data-sonner-toast]')
  await expect(notice.getByText('Ejecución confirmada', { exact: true })).toBeVisible()
  await expect(notice.getByText(/Pago Confirmado/)).toBeVisible()
})

test('the contracts have one subtitle for every role @desktop', async ({ as }) => {
  for (const [who, area] of [
    ['empresa', 'empresa'],
    ['cliente', 'client'],
    ['proveedor', 'provider'],
  ] as const) {
    const page = await as(`${who}@demo.example`, `/${area}/contracts`)
    await expect(page.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
    await expect(
      page.getByText('Gestiona todos los contratos de los clientes', { exact: true }),
    ).toBeVisible()
  }
})
