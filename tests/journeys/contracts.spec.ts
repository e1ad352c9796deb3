import { maxShift, shiftOf } from './first-load.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

const pdf = {
  name: 'contrato-firmado.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
}

test('a contract is corrected, amended, carries its files, and stops its orders while it is closed', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Lagar nuevo' })
  const orderId = await project.order('Prensa neumática', '250000')
  const admin = await as('empresa@demo.example')
  const dialog = admin.getByRole('dialog')

  await test.step('it is found by its status, which stays in the address', async () => {
    await admin.goto('/empresa/contracts?q=Lagar')
    await admin.getByRole('button', { name: 'Inactivos' }).click()
    await expect(admin).toHaveURL(/status=inactive/)
    await expect(admin.getByText('No se encontraron contratos.')).toBeVisible()
    await admin.getByRole('button', { name: 'Activos', exact: true }).click()
    await admin.getByRole('link', { name: `Ver detalles de ${project.contractId}` }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Contrato de Lagar nuevo' })).toBeVisible()
    await expect(admin.getByText('Contrato creado')).toBeVisible()
    const holds = admin.getByRole('region', { name: 'Quién tiene lo que queda' })
    await expect(holds.getByRole('link', { name: /Prensa neumática/ })).toBeVisible()
    await expect(holds.getByText('falta aprobarlo: Ana Primera y Luis Segundo')).toBeVisible()
    const past = admin.getByRole('region', { name: 'Saldo a fecha' })
    await expect(past.getByRole('definition').filter({ hasText: '2.500 €' })).toBeVisible()
    await past.getByLabel('Fecha', { exact: true }).fill('01/01/2021')
    await expect(past.getByText('El 01/01/2021 el contrato aún no existía.')).toBeVisible()
  })

  await test.step('what it says is corrected', async () => {
    await admin.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByLabel('Descripción').fill('Lagar, fase dos')
    await dialog.getByLabel('Condiciones').fill('Pago a treinta días')
    await dialog
      .getByLabel('Tolerancia', { exact: true })
      .selectOption('El menor de un porcentaje y un monto')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByText('Indica el monto')).toBeVisible()
    await dialog.getByLabel('Monto que se tolera').fill('300')
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Lagar, fase dos' })).toBeVisible()
    await expect(admin.getByText('Pago a treinta días')).toBeVisible()
    await expect(admin.getByText(/^5\s% del total, hasta 300\s€$/)).toBeVisible()
    await expect(admin.getByText(/^Tolerancia: de lo que diga la empresa a 5\s% del total/)).toBeVisible()
  })

  await test.step('its total changes with a reason that stays', async () => {
    await admin.getByRole('button', { name: 'Modificar monto' }).click()
    await dialog.getByLabel('Monto total nuevo').fill('20.000')
    await dialog.getByRole('button', { name: 'Modificar monto' }).click()
    await expect(dialog.getByText('Motivo requerido')).toBeVisible()
    await dialog.getByLabel('Motivo').fill('Se añade la segunda prensa')
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Modificar monto' }).click()
    await expect(dialog).toBeHidden()
    const history = admin.getByRole('list', { name: 'Historial del contrato' })
    await expect(history.getByText('«Se añade la segunda prensa»')).toBeVisible()
    await expect(history.getByText('De 10.000 € a 20.000 €')).toBeVisible()
  })

  await test.step('a file hangs from it as soon as it has arrived', async () => {
    await admin.locator('input[type=file]').first().setInputFiles(pdf)
    const files = admin.getByRole('list', { name: 'Adjuntos del contrato' })
    await expect(files.getByText(pdf.name)).toBeVisible()
    await expect(admin.getByText('Adjunto añadido')).toBeVisible()
    await files.getByRole('button', { name: `Quitar ${pdf.name}` }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
    await expect(admin.getByText('Este contrato no lleva ningún archivo.')).toBeVisible()
  })

  await test.step('closed, it stops its orders; opened, they go on', async () => {
    await changeStatus('Desactivar', 'Auditoría en curso')
    await expect(admin.getByText('Inactivo', { exact: true })).toBeVisible()
    await expect(admin.getByText('Pedidos que se bloquearon: 1')).toBeVisible()
    await wellMade(admin)
    await admin.goto(`/empresa/projects/${project.id}/documents/${orderId}`)
    await expect(admin.getByText('Su contrato ya no admite pedidos.')).toBeVisible()
    await admin.goBack()
    await changeStatus('Reactivar', 'Auditoría superada')
    await expect(admin.getByText('Pedidos que siguieron: 1')).toBeVisible()
  })

  await test.step('its client sees it and is offered nothing of that', async () => {
    const client = await as(works.client.email, `/client/contracts/${project.contractId}`)
    await expect(client.getByRole('heading', { level: 1, name: 'Lagar, fase dos' })).toBeVisible()
    await expect(client.getByText('Este contrato no lleva ningún archivo.')).toBeVisible()
    await expect(client.getByRole('button', { name: /Editar|Modificar|Más acciones/ })).toHaveCount(0)
    await expect(client.getByText('Historial')).toHaveCount(0)
  })

  async function changeStatus(verb: string, reason: string) {
    await admin.getByRole('button', { name: 'Más acciones' }).click()
    await admin.getByRole('menuitem', { name: verb }).click()
    await dialog.getByLabel('Motivo').fill(reason)
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: `${verb} contrato` }).click()
    await expect(dialog).toBeHidden()
  }
})

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('a contract whose actions come late moves nothing that is in sight @phone', async ({ as }) => {
    const admin = await as('empresa@demo.example')
    const waiting = Promise.withResolvers<void>()
    await admin.route('**/contracts/CTR-002/dossier', async route => {
      await waiting.promise
      await route.continue()
    })
    await admin.goto('/empresa/contracts/CTR-002')
    await expect(admin.getByText('Disponible:')).toBeVisible()
    waiting.resolve()
    await expect(admin.getByRole('button', { name: 'Más acciones' })).toBeVisible()
    const { sum, moved } = await shiftOf(admin)
    expect(sum, moved).toBeLessThanOrEqual(maxShift)
  })
})
