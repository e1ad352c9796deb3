import { expect, test } from './journey.ts'

test('a provider asks to be paid in its own name and is never told who approves, nor of another provider', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Bodega de crianza' })
  const provider = await as(works.cubas.email)
  await expect(provider).toHaveURL(/\/provider\/projects$/)
  await expect(provider.getByRole('heading', { level: 1, name: 'Mis Proyectos' })).toBeVisible()

  await test.step('the form asks neither what kind of order it is nor whom to pay', async () => {
    await provider.getByRole('link', { name: 'Bodega de crianza' }).click()
    await expect(provider.getByRole('heading', { level: 1, name: 'Bodega de crianza' })).toBeVisible()
    await provider.getByRole('link', { name: 'Nuevo Documento' }).first().click()
    await expect(provider.getByLabel('Proveedor')).toHaveValue(works.supplier)
    await expect(provider.getByLabel('Proveedor')).not.toBeEditable()
    await expect(provider.getByRole('radio')).toHaveCount(0)
    await expect(provider.getByText('Qué pasará después')).toBeVisible()
    await expect(provider.getByText('Nadie puede aprobar este pedido')).toBeHidden()
    await provider.goto(`${provider.url()}?type=emision`)
    await expect(provider.getByLabel('Proveedor')).toHaveValue(works.supplier)
    await expect(provider.getByText('Hemos recuperado tu borrador')).toBeHidden()
    await provider.getByLabel('Nombre', { exact: true }).fill('Veinte barricas')
    await provider.getByLabel('Monto').fill('4.200,50')
    await provider.getByRole('button', { name: 'Guardar' }).click()
    await provider.waitForURL(`**/provider/projects/${project.id}`)
    // It would stay for as long as the pointer is on it, over the row that is opened next.
    await expect(provider.getByText('Pedido enviado', { exact: true })).toBeVisible()
    await provider.getByRole('button', { name: 'Cerrar notificación' }).click()
    await expect(provider.getByText('Pedido enviado', { exact: true })).toBeHidden()
  })

  await test.step('its order is a payment, and says how far it has come, not by whom', async () => {
    await provider
      .getByRole('link', { name: /Veinte barricas/ })
      .first()
      .click()
    await expect(provider.getByRole('heading', { level: 1, name: 'Veinte barricas' })).toBeVisible()
    await expect(provider.getByText('Pedido de Pago')).toBeVisible()
    await works.decide(works.luis, idIn(provider.url()), 'approve')
    await provider.reload()
    await expect(provider.getByRole('definition').filter({ hasText: /^1$/ })).toHaveCount(2)
    await expect(provider.getByText('Los nombres de quienes aprueban no se muestran')).toBeVisible()
    await expect(provider.getByText('Pedido enviado a aprobación')).toBeVisible()
    for (const { name } of [works.ana, works.luis, works.caja]) {
      await expect(provider.getByText(name)).toHaveCount(0)
    }
  })

  await test.step('an order paid to somebody else does not exist for it', async () => {
    await provider.goto('/provider/projects/PRJ-001')
    await expect(provider.getByRole('link', { name: 'Volver a los proyectos' })).toBeVisible()
    await provider.goto('/provider/projects/PRJ-001/documents/DOC-003')
    await expect(provider.getByText('No existe o no tienes acceso.')).toBeVisible()
  })
})

const idIn = (address: string): string => address.split('/').at(-1) ?? ''
