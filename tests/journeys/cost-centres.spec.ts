import type { Page } from '@playwright/test'
import { dayFromToday } from '#tests/support/days.ts'
import { choose, expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('an order is charged to a cost centre of the year’s budget, and one that does not fit is refused with its reason', async ({
  as,
  works,
}) => {
  test.slow()
  const code = `OBRA-${crypto.randomUUID().slice(0, 6)}`
  const project = await works.project({ name: 'Obra con centro' })
  const admin = await as('empresa@demo.example', '/empresa/cost-centres')
  const dialog = admin.getByRole('dialog')

  await test.step('an administrator makes a centre of a client that blocks what exceeds it', async () => {
    await admin.getByRole('button', { name: 'Nuevo centro de coste' }).click()
    await dialog.getByLabel('Código').fill(code)
    await dialog.getByRole('button', { name: 'Crear centro de coste' }).click()
    await expect(dialog.getByText('Nombre requerido')).toBeVisible()
    await dialog.getByLabel('Nombre').fill('Segunda planta')
    await choose(admin, 'Cliente (opcional)', works.client.name)
    await dialog
      .getByLabel('Si un pedido supera lo que queda del año')
      .selectOption('Bloquear: el pedido no se puede enviar')
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Crear centro de coste' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Segunda planta' })).toBeVisible()
    await expect(admin.getByRole('main').getByText('Sin presupuesto', { exact: true })).toBeVisible()
  })

  await test.step('this year gets a budget, with a reason that stays', async () => {
    await admin.getByRole('button', { name: 'Fijar presupuesto', exact: true }).click()
    await dialog.getByLabel('Presupuesto del año').fill('5.000')
    await dialog.getByLabel('Motivo').fill('Aprobado en junta')
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Guardar presupuesto' }).click()
    await expect(dialog).toBeHidden()
    const history = admin.getByRole('list', { name: 'Historial del centro de coste' })
    await expect(history.getByText('De sin presupuesto a 5.000 €')).toBeVisible()
    await expect(history.getByText('«Aprobado en junta»')).toBeVisible()
    await wellMade(admin)
  })

  const client = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)
  await test.step('whoever orders chooses it, and reads what would be left of the year', async () => {
    await fillOrder(client, 'Tabiques', '3.000', works.supplier)
    await client.getByRole('button', { name: 'Centro de coste (opcional)' }).click()
    await expect(client.getByRole('combobox', { name: /^Centro de coste/ })).toBeFocused()
    await choose(client, 'Centro de coste (opcional)', `${code} · Segunda planta`)
    const effect = client.getByRole('complementary', { name: 'Antes de enviar' })
    await expect(effect.getByRole('heading', { name: `Qué queda en ${code}` })).toBeVisible()
    await expect(effect.getByText('2.000 €', { exact: true })).toBeVisible()
    await wellMade(client)
    await client.getByRole('button', { name: 'Guardar' }).click()
    await expect(client.getByText('Pedido enviado')).toBeVisible()
  })

  await test.step('the order says it, and so does its approver’s desk', async () => {
    await client.getByRole('link', { name: 'Tabiques' }).first().click()
    await expect(client.getByText(`${code} · Segunda planta`)).toBeVisible()
    const approver = await as(works.ana.email, new URL(client.url()).pathname)
    await expect(approver.getByText(`${code} · Segunda planta`)).toBeVisible()
    await wellMade(approver)
  })

  const orderId = new URL(client.url()).pathname.split('/').at(-1) ?? ''
  await test.step('approved, it is committed in the year, with its orders behind the figure', async () => {
    await works.approve(orderId)
    await admin.reload()
    const year = admin.getByRole('region', { name: /^Año \d{4}$/ })
    await expect(year.getByRole('meter')).toHaveAttribute('aria-valuenow', '60')
    await expect(year.getByRole('definition').filter({ hasText: '3.000 €' })).toContainText(
      'Pedidos aprobados',
    )
    for (const waiting of [/^Pedidos en aprobación/, /^Pedidos bloqueados/])
      await expect(year.getByRole('link', { name: waiting })).toHaveAttribute('href', /state=/)
    await year.getByRole('link', { name: /^Pedidos aprobados/ }).click()
    await expect(admin).toHaveURL(/centre=.*year=(%22)?\d{4}/)
    await expect(admin.getByRole('link', { name: /Tabiques/ }).first()).toBeVisible()
    const chips = admin.getByRole('list', { name: 'Filtros puestos' })
    await expect(chips.getByText(new RegExp(`^${code}, \\d{4}$`))).toBeVisible()
    await wellMade(admin)
  })

  await test.step('one beyond what is left is refused beside its field, and nothing typed is lost', async () => {
    await client.goto(`/client/projects/${project.id}/documents/new?type=gasto`)
    await fillOrder(client, 'Falsos techos', '2.500', works.supplier)
    await client.getByRole('button', { name: 'Centro de coste (opcional)' }).click()
    await choose(client, 'Centro de coste (opcional)', `${code} · Segunda planta`)
    await expect(client.getByText(/bloquea lo que supera su presupuesto/)).toBeVisible()
    await client.getByRole('button', { name: 'Guardar' }).click()
    const field = client.getByRole('combobox', { name: /^Centro de coste/ })
    await expect(field).toHaveAccessibleDescription(/2\.500\s€.*no cabe en el presupuesto.*quedan 2\.000\s€/)
    await expect(field).toHaveValue(`${code} · Segunda planta`)
    await expect(client.getByLabel('Nombre', { exact: true })).toHaveValue('Falsos techos')
    await expect(client.getByLabel('Monto', { exact: true })).toHaveValue('2.500')
    await wellMade(client)
  })

  await test.step('deactivated, it is no longer offered', async () => {
    await admin.goBack()
    await admin.getByRole('button', { name: 'Desactivar' }).click()
    await dialog.getByLabel('Motivo').fill('Obra terminada')
    await wellMadeDialog(admin)
    await dialog.getByRole('button', { name: 'Desactivar centro' }).click()
    await expect(admin.getByText('Inactivo', { exact: true })).toBeVisible()
    await client.goto(`/client/projects/${project.id}/documents/new?type=emision`)
    await client.getByRole('button', { name: 'Empezar de cero' }).click()
    await expect(client.getByRole('button', { name: 'Vencimientos (opcional)' })).toBeVisible()
    await expect(client.getByRole('button', { name: 'Centro de coste (opcional)' })).toHaveCount(0)
  })
})

test('an approver who may read the budget sees what is left of it, and that the order exceeds it, before deciding', async ({
  as,
  works,
}) => {
  const code = `AVISA-${crypto.randomUUID().slice(0, 6)}`
  const token = await works.talk.signIn('empresa')
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const terms = { code, name: 'Jardines', currency: 'EUR', overrunPolicy: 'avisar', clientId: works.clientId }
  const { body: centre } = await works.talk.post('/api/cost-centres', token, terms)
  const year = Number(dayFromToday().slice(0, 4))
  const budget = { revision: centre.revision, year, totalMinor: '100000', reason: 'Plan' }
  await works.talk.post(`/api/cost-centres/${centre.id}/budgets`, token, budget)
  const project = await works.project({ name: 'Con aviso', approverIds: [String(sub), works.ana.id] })
  const client = await works.tokenOf(works.client)
  const { body: order } = await works.talk.post('/api/documents', client, {
    projectId: project.id,
    type: 'gasto',
    name: 'Setos',
    providerId: works.providerId,
    amountMinor: '123400',
    costCentreId: centre.id,
    fileIds: [],
  })
  const page = await as('empresa@demo.example', `/empresa/projects/${project.id}/documents/${order.id}`)
  await expect(page.getByText(`Tras aprobar: 123,4 % de ${code}`)).toBeVisible()
  await expect(page.getByText(`Supera el presupuesto de ${year} del centro de coste ${code}.`)).toBeVisible()
  await wellMade(page)
  const ana = await as(works.ana.email, `/client/projects/${project.id}/documents/${order.id}`)
  await expect(ana.getByText(`Se carga al centro de coste ${code} en ${year}.`)).toBeVisible()
  await wellMade(ana)
})

async function fillOrder(page: Page, name: string, amount: string, supplier: string): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Proveedor' }).click()
  await page.getByRole('option', { name: supplier }).first().click()
  await page.getByLabel('Monto', { exact: true }).fill(amount)
}
