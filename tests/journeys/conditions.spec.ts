import { talkTo } from '../support/talk.ts'
import { choose, expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('a rule of a client and a tax, with amounts in another currency, takes an order in dollars at the rate of its day', async ({
  as,
  server,
}) => {
  const talk = talkTo(server.origin, { isPatient: true })
  const token = await talk.signIn('admin.plata')
  const { clientName, projectId, providerId } = await inDollars()
  const admin = await as('admin.plata@demo.example', '/empresa/settings/exchange-rates')

  await test.step('the rate of the contract’s currency is missing, and is said', async () => {
    await expect(admin.getByText('Falta el tipo de cambio de USD')).toBeVisible()
    await admin.getByRole('button', { name: 'Añadir tipo de cambio' }).click()
    const dialog = admin.getByRole('dialog')
    const rate = dialog.getByRole('textbox', { name: /cambia una unidad/ })
    await rate.fill('1.234')
    await dialog.getByRole('button', { name: 'Añadir' }).click()
    await expect(dialog.getByText(/con coma para los decimales/)).toBeVisible()
    await rate.fill('0,5')
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Añadir' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Vale hoy').first()).toBeVisible()
    await expect(admin.getByText('Falta el tipo de cambio de USD')).toBeHidden()
    await wellMade(admin)
  })

  await test.step('a rule names the client and the tax, and says so in a sentence', async () => {
    await admin.goto('/empresa/settings/flows/draft')
    await admin.getByRole('button', { name: 'Añadir regla' }).click()
    await admin.getByRole('menuitem', { name: 'Regla vacía' }).click()
    await admin.getByRole('textbox', { name: 'Nombre de la regla' }).last().fill('Canarias')
    await admin.getByRole('button', { name: 'Clientes' }).last().click()
    await choose(admin, 'Clientes', clientName)
    await admin.getByRole('button', { name: 'Impuestos' }).last().click()
    await choose(admin, 'Impuestos', 'IGIC')
    await admin.getByRole('button', { name: 'Monto desde' }).last().click()
    await admin.getByRole('textbox', { name: 'Monto desde' }).last().fill('500')
    await admin.getByRole('textbox', { name: 'Nombre de la etapa' }).last().fill('Dirección')
    await choose(admin, 'Personas', 'Gonzalo Ibarra')
    await expect(admin.getByText(`Cliente ${clientName}, impuestos: IGIC, monto desde 500`)).toBeVisible()
    await wellMade(admin)
    await admin.getByRole('button', { name: 'Publicar…' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await expect(admin.getByText('Vigente', { exact: true })).toBeVisible()
  })

  await test.step('an order in dollars is routed by what it is worth, and says at which rate', async () => {
    const sent = await talk.post('/api/documents', await talk.signIn('cliente.plata'), {
      projectId,
      type: 'gasto',
      name: 'Antenas',
      providerId,
      amountMinor: '107000',
      breakdown: {
        taxLines: [{ kind: 'igic', rate: 700, baseMinor: '100000', taxMinor: '7000' }],
        disbursementsMinor: '0',
        withholding: null,
        prepaidMinor: '0',
        roundingMinor: '0',
      },
    })
    expect(sent.status).toBe(200)
    await admin.goto(`/empresa/projects/${projectId}/documents/${sent.body.id}`)
    await expect(admin.getByText(/Regla «Canarias»/).first()).toBeVisible()
    await expect(admin.getByText(/1\.070.*= 535.*al tipo 0,5 de/).first()).toBeVisible()
  })

  /** A project in dollars of a client of the company. */
  async function inDollars() {
    const { clientId, clientName: name } = (await talk.get('/api/projects/PRJ-001', token)).body
    const make = async (path: string, body: object): Promise<string> => {
      const made = await talk.post(path, token, body)
      if (made.status !== 200) throw new Error(JSON.stringify(made.body))
      return made.body.id
    }
    const suffix = crypto.randomUUID().slice(0, 8)
    const madeProvider = await make('/api/providers', { name: `Antenas ${suffix}`, clientIds: [clientId] })
    const contractId = await make('/api/contracts', {
      type: 'proveedor',
      clientId,
      providerId: madeProvider,
      description: `Antenas ${suffix}`,
      totalMinor: '100000000',
      currency: 'USD',
      startsOn: '2020-01-01',
      endsOn: '2090-12-31',
    })
    const people = (await talk.get('/api/people', token)).body.items
    const approver = people.find(({ name }: { name: string }) => name.startsWith('Gonzalo'))
    const madeProject = await make('/api/projects', {
      name: `Antenas ${suffix}`,
      clientId,
      totalMinor: '100000000',
      contractIds: [contractId],
      approverIds: [approver.userId],
      executorIds: [],
    })
    return { clientName: String(name), projectId: madeProject, providerId: madeProvider }
  }
})
