import { talkTo } from '../support/talk.ts'
import { choose, expect, test, wellMade } from './journey.ts'

test('an administrator asks more of high amounts, tries it, publishes it, and orders on their way keep their path @desktop', async ({
  as,
  server,
}) => {
  const talk = talkTo(server.origin)
  const admin = await as('admin.plata@demo.example')

  await test.step('begins with a template, which still has to say whom it names', async () => {
    await admin.goto('/empresa/settings')
    const menu = admin.getByRole('navigation', { name: 'Menú principal' })
    await menu.getByRole('link', { name: 'Flujos de aprobación' }).click()
    await expect(admin.getByRole('heading', { name: 'Vale el flujo general' })).toBeVisible()
    await admin.getByRole('link', { name: /^A partir de un monto/ }).click()
    await expect(admin.getByRole('heading', { name: 'Montos altos' })).toBeVisible()
    await admin.getByRole('button', { name: 'Guardar borrador' }).click()
    await expect(admin.getByText('Elige al menos una persona')).toBeVisible()
    await expect(admin.getByRole('combobox', { name: 'Personas' })).toBeFocused()
    await choose(admin, 'Personas', 'Gonzalo Ibarra')
    await expect(
      admin.getByText(/monto desde 10\.000.*: «Aprobadores del proyecto» .*después «Dirección»/i),
    ).toBeVisible()
    await wellMade(admin)
  })

  await test.step('sees whom it would have touched, and publishes it', async () => {
    await admin.getByRole('button', { name: 'Probar' }).click()
    await expect(admin.getByRole('heading', { name: '2 pedidos cambiarían de camino' })).toBeVisible()
    await expect(admin.getByText('En curso: conserva su flujo')).toBeVisible()
    await admin.getByRole('button', { name: 'Publicar…' }).click()
    await admin.getByLabel('Nota').fill('Por norma interna')
    await admin.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await expect(admin.getByRole('heading', { name: /^Versión 1/ })).toBeVisible()
    await expect(admin.getByText('Vigente', { exact: true })).toBeVisible()
  })

  const sent = await talk.post('/api/documents', await talk.signIn('cliente.plata'), {
    projectId: 'PRJ-001',
    type: 'gasto',
    name: 'Bulones',
    providerId: 'PRV-001',
    amountMinor: '1500000',
  })
  expect(sent.status).toBe(200)

  await test.step('a new order takes it, and its approver reads why', async () => {
    const carla = await as('carla.plata@demo.example', `/client/pending-approvals?doc=${sent.body.id}`)
    await expect(carla.getByText(/Regla «Montos altos» \(flujo 1\)/).first()).toBeVisible()
  })

  await test.step('changes it over what somebody else saved meanwhile, nothing lost', async () => {
    await admin.getByRole('link', { name: 'Preparar cambios' }).click()
    await admin.getByLabel('Monto desde').fill('20.000')
    const token = await talk.signIn('admin.plata')
    const { rules } = (await talk.get('/api/flows', token)).body.published
    const other = await talk.ask('/api/flows/draft', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ revision: null, rules }),
    })
    expect(other.status).toBe(200)
    await admin.keyboard.press('Control+s')
    await expect(admin.getByText('El borrador ha cambiado mientras lo editabas')).toBeVisible()
    await admin.getByRole('button', { name: 'Ver el suyo' }).click()
    await expect(admin.getByRole('dialog').getByText(/Monto desde 10\.000/)).toBeVisible()
    await admin.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
    await admin.getByRole('button', { name: 'Guardar el mío encima' }).click()
    await expect(admin.getByText('Guardado', { exact: true })).toBeVisible()
    // A notice stays for as long as the pointer is on it: under one, the button would be out of reach.
    await admin.getByText('Borrador guardado').last().hover()
    await admin.getByRole('button', { name: 'Publicar…' }).click({ trial: true, timeout: 3000 })
    await admin.getByRole('button', { name: 'Publicar…' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await expect(admin.getByRole('heading', { name: /^Versión 2/ })).toBeVisible()
  })

  await test.step('the order on its way keeps the version it was sent under', async () => {
    await expect(admin.getByText(/1 pedido en curso/)).toBeVisible()
    await admin.getByRole('link', { name: 'Versión 1' }).click()
    await expect(admin.getByText('Anterior', { exact: true })).toBeVisible()
    await expect(admin.getByText(/Monto desde 10\.000/).first()).toBeVisible()
    // The flow in force would ask nothing more of it; under its own version it is the director’s turn.
    const decision = { revision: 1, decision: 'approve', comment: '' }
    const carla = await talk.signIn('carla.plata')
    expect((await talk.post(`/api/documents/${sent.body.id}/decision`, carla, decision)).body).toMatchObject({
      state: 'in_approval',
    })
    await admin.goto(`/empresa/pending-approvals?doc=${sent.body.id}`)
    await expect(admin.getByText(/Regla «Montos altos» \(flujo 1\)/).first()).toBeVisible()
  })
})
