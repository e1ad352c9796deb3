import type { Page } from '@playwright/test'
import { dayFromToday } from '#tests/support/days.ts'
import { choose, wellMade, wellMadeDialog } from './journey.ts'
import { expect, testAlone } from './people.ts'
import type { Works } from './works.ts'

const test = testAlone()

test('a rule asks for a cost centre: it is simulated and published, the form shows whom each centre asks, and the panels what is left', async ({
  as,
  works,
}) => {
  test.slow()
  const dora = await works.person('Dora', 'Obra')
  const [site, office] = [await centre(works, 'OBRA', '100000'), await centre(works, 'OFI', '500000')]
  const project = await works.project({ name: 'Nave con centros' })
  const before = await works.talk.post('/api/documents', await works.tokenOf(works.client), {
    projectId: project.id,
    type: 'gasto',
    name: 'Zapatas',
    providerId: works.providerId,
    amountMinor: '12345',
    costCentreId: site.id,
  })
  expect(before.status).toBe(200)
  const admin = await as('empresa@demo.example', '/empresa/settings/flows')

  await test.step('an administrator writes a rule of a centre, and one of orders without any', async () => {
    await admin
      .getByRole('link', { name: /^(Preparar cambios|Seguir editando)$/ })
      .first()
      .click()
    await addRule(admin, 'De la obra', 'Jefa de obra')
    await choose(admin, 'Centros de coste', site.label)
    await choose(admin, 'Personas', dora.name)
    await expect(admin.getByText(`Centro de coste ${site.label}: «Jefa de obra»`)).toBeVisible()
    await wellMade(admin)
    await choose(admin, 'Centros de coste', 'Sin centro de coste')
    await expect(admin.getByText(`Centro de coste ${site.label} o ninguno: «Jefa de obra»`)).toBeVisible()
    // First of all rules: another may be met by every order.
    const up = admin.getByRole('button', { name: 'Subir De la obra' })
    while (await up.isEnabled()) await up.click()
  })

  await test.step('tries it on the orders of the last months, each told with its centre', async () => {
    await admin.getByRole('button', { name: 'Probar' }).click()
    const tried = admin.getByRole('listitem').filter({ hasText: `${before.body.id} · Zapatas` })
    await expect(tried.getByText(site.label)).toBeVisible()
    await expect(tried.getByText('Regla «De la obra»')).toBeVisible()
    await wellMade(admin)
  })

  await test.step('publishes it', async () => {
    await admin.getByRole('button', { name: 'Publicar…' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await expect(admin.getByText('Vigente', { exact: true })).toBeVisible()
  })

  const client = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)
  await test.step('whoever orders sees whom each centre asks, before sending', async () => {
    await client.getByLabel('Nombre', { exact: true }).fill('Vigas')
    await client.getByRole('combobox', { name: 'Proveedor' }).click()
    await client.getByRole('option', { name: works.supplier }).first().click()
    await client.getByLabel('Monto', { exact: true }).fill('1.237,89')
    const effect = client.getByRole('complementary', { name: 'Antes de enviar' })
    await expect(effect.getByText(dora.name)).toBeVisible()
    await client.getByRole('button', { name: 'Centro de coste (opcional)' }).click()
    await choose(client, 'Centro de coste (opcional)', office.label)
    await expect(effect.getByText(works.ana.name)).toBeVisible()
    await expect(effect.getByText(dora.name)).toBeHidden()
    await choose(client, 'Centro de coste (opcional)', site.label)
    await expect(effect.getByText(dora.name)).toBeVisible()
    await expect(effect.getByText('Regla «De la obra»')).toBeVisible()
    await expect(client.getByText(`lo recibe ${dora.name}.`)).toBeVisible()
    await wellMade(client)
    await client.getByRole('button', { name: 'Guardar' }).click()
    await expect(client.getByText('Pedido enviado')).toBeVisible()
  })

  await test.step('it goes to the person of its centre, who reads why and approves it', async () => {
    await client.getByRole('link', { name: 'Vigas' }).first().click()
    const path = new URL(client.url()).pathname
    const desk = await as(dora.email, path)
    await expect(
      desk.getByText(/Regla «De la obra» \(flujo \d+\): centro de coste del pedido/).first(),
    ).toBeVisible()
    await wellMade(desk)
    await desk.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(desk.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('whoever would deactivate the centre reads which rules name it', async () => {
    await admin.goto(`/empresa/cost-centres/${site.id}`)
    await admin.getByRole('button', { name: 'Desactivar' }).click()
    const dialog = admin.getByRole('dialog')
    await expect(dialog.getByText('Lo nombra una regla de los flujos de aprobación')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText(['«De la obra»'])
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  const year = dayFromToday().slice(0, 4)
  await test.step('the company’s panel shows the exceeded centre first, and leads to it', async () => {
    await admin.goto('/empresa/dashboard')
    const card = admin.getByRole('region', { name: `Centros de coste en ${year}` })
    const first = card.getByRole('listitem').first()
    await expect(first).toContainText(site.name)
    await expect(first).toContainText(/Excedido por 237,89\s€/)
    await wellMade(admin)
    await card.getByRole('link', { name: site.name }).click()
    await expect(admin.getByRole('heading', { level: 1, name: site.name })).toBeVisible()
  })

  await test.step('the client’s panel shows its own, and leads to the orders of the year', async () => {
    await client.goto('/client/dashboard')
    const card = client.getByRole('region', { name: `Centros de coste en ${year}` })
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await wellMade(client)
    await card.getByRole('link', { name: site.name }).click()
    await expect(client.getByRole('link', { name: /Vigas/ }).first()).toBeVisible()
  })
})

async function addRule(admin: Page, name: string, stage: string): Promise<void> {
  await admin.getByRole('button', { name: 'Añadir regla' }).click()
  await admin.getByRole('menuitem', { name: 'Regla vacía' }).click()
  await admin.getByLabel('Nombre de la regla').last().fill(name)
  await admin.getByRole('button', { name: 'Centros de coste' }).last().click()
  await admin.getByLabel('Nombre de la etapa').last().fill(stage)
}

/** A centre of the client that only warns, with a budget of this year. */
async function centre({ talk, clientId }: Works, word: string, totalMinor: string) {
  const code = `${word}-${crypto.randomUUID().slice(0, 5)}`
  const name = `Centro ${code}`
  const token = await talk.signIn('empresa')
  const terms = { code, name, currency: 'EUR', overrunPolicy: 'avisar', clientId }
  const { body } = await talk.post('/api/cost-centres', token, terms)
  const year = Number(dayFromToday().slice(0, 4))
  const budget = { revision: body.revision, year, totalMinor, reason: 'Plan' }
  expect((await talk.post(`/api/cost-centres/${body.id}/budgets`, token, budget)).status).toBe(200)
  return { id: String(body.id), name, label: `${code} · ${name}` }
}
