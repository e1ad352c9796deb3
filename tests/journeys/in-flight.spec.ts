import { talkTo } from '../support/talk.ts'
import { expect, test } from './journey.ts'

test('a suspended company decides what is open, and begins nothing until it goes on @desktop', async ({
  as,
  server,
}) => {
  const talk = talkTo(server.origin)
  const saas = await talk.signIn('saas')
  const companies = (await talk.get('/api/platform/companies?q=plata', saas)).body.items
  const companyId: string = companies[0].id
  const become = async (status: 'active' | 'suspended') => {
    const answer = await talk.ask(`/api/platform/companies/${companyId}/status`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${saas}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status, reason: 'Impago' }),
    })
    expect(answer.status).toBe(200)
  }
  await become('suspended')
  try {
    await test.step('its approver decides the order that was on its way', async () => {
      const carla = await as('carla.plata@demo.example', '/client/pending-approvals')
      const detail = carla.getByRole('article')
      await expect(detail.getByRole('heading', { name: 'Vigas de cubierta' })).toBeVisible()
      await detail.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
      await expect(carla.getByText('Has aprobado este documento correctamente')).toBeVisible()
    })

    await test.step('its treasurer has it to pay', async () => {
      const cashier = await as('caja.plata@demo.example', '/client/pending-confirmations')
      await expect(cashier.getByText('Vigas de cubierta').first()).toBeVisible()
    })

    await test.step('its client asks for nothing new, and is told why', async () => {
      const client = await as('cliente.plata@demo.example', '/client/projects/PRJ-001')
      await expect(client.getByRole('heading', { level: 1, name: 'Muelle 3' })).toBeVisible()
      const ask = client.getByRole('button', { name: 'Nuevo Documento' })
      await expect(ask).toHaveAttribute('aria-disabled', 'true')
      await expect(ask).toHaveAccessibleDescription(/La empresa está suspendida/)
    })
  } finally {
    await become('active')
  }

  await test.step('once it goes on, so does asking', async () => {
    const client = await as('cliente.plata@demo.example', '/client/projects/PRJ-001')
    await client.getByRole('link', { name: 'Nuevo Documento' }).click()
    await expect(client.getByRole('heading', { level: 1, name: 'Nuevo Documento' })).toBeVisible()
  })
})
