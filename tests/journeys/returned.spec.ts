import { expect, test } from './journey.ts'

test('an order returned with a comment is corrected by its requester, starts again as revision 2 and is approved', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Sala de catas' })
  const order = await project.order('Mesas de roble', '150000')
  await works.decide(works.luis, order, 'approve')
  const address = `/client/projects/${project.id}/documents/${order}`

  await test.step('an approver returns it, and cannot do so without saying why', async () => {
    const ana = await as(works.ana.email, address)
    await ana.getByRole('button', { name: 'Devolver para cambios' }).click()
    await expect(ana.getByText('Explica qué hay que cambiar.')).toBeVisible()
    await expect(ana.getByLabel('Comentarios')).toBeFocused()
    await ana.getByLabel('Comentarios').fill('Falta el presupuesto del carpintero')
    await ana.getByRole('button', { name: 'Devolver para cambios' }).click()
    await expect(ana.getByText('Has devuelto este documento para cambios')).toBeVisible()
  })

  const client = await as(works.client.email)
  await test.step('its requester finds it on the dashboard and reads what to change', async () => {
    await client.goto('/client/dashboard')
    const waiting = client.getByRole('region', { name: 'Lo que espera por ti' })
    await waiting.getByRole('link', { name: 'Mesas de roble' }).click()
    await expect(client.getByRole('heading', { level: 1, name: 'Corregir pedido' })).toBeVisible()
    await expect(client.getByText('Ana Primera lo devolvió')).toBeVisible()
    await expect(client.getByText('Falta el presupuesto del carpintero')).toBeVisible()
    await expect(client.getByLabel('Monto')).toHaveValue('1.500')
  })

  await test.step('corrected, it starts again: nobody has approved revision 2', async () => {
    await client.getByLabel('Monto').fill('1.750,25')
    await client.getByLabel('Descripción').fill('Presupuesto 44 del carpintero')
    await client.getByRole('button', { name: 'Guardar' }).click()
    await client.waitForURL(`**/client/projects/${project.id}`)
    await expect(client.getByText(/Pendiente.*0\/2/).first()).toBeVisible()
    await client.goto(address)
    await expect(client.getByText('Revisión 2', { exact: true })).toBeVisible()
    await expect(client.getByText('1.750,25 €').first()).toBeVisible()
    const history = client.getByRole('list', { name: /historial/i })
    await expect(history.getByText('Falta el presupuesto del carpintero')).toBeVisible()
    await expect(history.getByText('Pedido corregido y reenviado (revisión 2)')).toBeVisible()
  })

  await test.step('whoever had approved revision 1 is asked again, and with both it is approved', async () => {
    for (const who of [works.luis, works.ana]) {
      const approver = await as(who.email, address)
      const changes = approver.getByRole('region', { name: 'Qué ha cambiado' })
      await expect(changes.getByRole('deletion').first()).toHaveText('1.500 €')
      await expect(changes.getByRole('insertion').first()).toHaveText('1.750,25 €')
      await expect(changes).toContainText('Devuelto por Ana Primera')
      await expect(changes).toContainText('Falta el presupuesto del carpintero')
      await expect(changes).toContainText(/Aprobado por Luis Segundo.*ya no cuenta/)
      await approver.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
      await expect(approver.getByText('Has aprobado este documento correctamente')).toBeVisible()
    }
    await client.goto(`/client/projects/${project.id}`)
    await expect(client.getByText('Disponible: 8.249,75 €')).toBeVisible()
    await client.goto(address)
    await expect(client.getByText('Aprobado', { exact: true }).first()).toBeVisible()
    await expect(client.getByRole('button', { name: /^Aprobar( documento)?$/ })).toBeHidden()
  })
})
