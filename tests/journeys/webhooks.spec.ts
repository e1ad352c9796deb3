import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../support/receivers.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('an administrator makes a webhook, tries it, and its receiver hears signed that an order is approved', async ({
  as,
  works,
}) => {
  const receiver = await startReceiver((response, { body }) =>
    response.end(`recibido ${JSON.parse(body).type}`),
  )
  const name = `ERP ${crypto.randomUUID().slice(0, 6)}`
  const page = await as('empresa@demo.example')
  await page.goto('/empresa/settings/webhooks')
  await page.getByRole('button', { name: 'Nuevo webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo webhook' })
  await form.getByLabel('Para qué es').fill(name)
  await form.getByLabel('Dirección').fill('http://sistema.example/webhook')
  await form.getByText('Pedidos y aprobaciones', { exact: true }).click()
  await form.getByLabel('Pedido aprobado del todo').check()
  await wellMadeDialog(page)
  await form.getByRole('button', { name: 'Crear webhook' }).click()
  await expect(form.getByText('tiene que empezar por https://')).toBeVisible()
  await form.getByLabel('Dirección').fill(receiver.url)
  await form.getByRole('button', { name: 'Crear webhook' }).click()

  const shown = page.getByRole('dialog', { name: 'Clave del webhook' })
  const secret = (await shown.getByLabel('Clave', { exact: true }).textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await wellMadeDialog(page)
  await shown.getByRole('button', { name: 'La he guardado' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Probar' }).click()
  const tried = page.getByRole('dialog', { name: 'Prueba' })
  await expect(tried.getByText('Respondió 200')).toBeVisible()
  await expect(tried.getByText('recibido webhook.test')).toBeVisible()
  await wellMadeDialog(page)
  await tried.getByRole('button', { name: 'Cerrar' }).last().click()

  const project = await works.project({ name: 'Con webhook' })
  const order = await project.order('Vigas', '250000')
  await works.decide(works.ana, order, 'approve')
  await works.decide(works.luis, order, 'approve')
  const approved = () =>
    receiver.calls
      .map(({ body, headers }) => ({ headers, message: JSON.parse(body), body }))
      .find(({ message }) => message.data.id === order)
  await expect.poll(approved).toBeDefined()
  const call = approved()
  expect(new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({
    type: 'order.approved',
    data: { amount: { minor: '250000', currency: 'EUR' } },
  })
  await page.reload()
  const log = page.getByRole('list', { name: 'Envíos' })
  await expect(
    log.getByRole('listitem').filter({ hasText: 'Pedido aprobado del todo' }).first(),
  ).toContainText('respondió 200')
  await wellMade(page)

  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await receiver.close()
})
