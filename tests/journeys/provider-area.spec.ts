import type { Page } from '@playwright/test'
import { simplePdf } from '../../src/features/samples/rules/simple-pdf.ts'
import { dayFromToday } from '../support/days.ts'
import { filterBy } from './filters.ts'
import { expect, test, wellMade } from './journey.ts'
import type { Works } from './works.ts'

test('a provider finds what it asked for, what it must issue, what it was paid and what it sent, and nothing of others', async ({
  as,
  works,
}) => {
  const { rosa, project, contractId } = await newProvider(works)
  const page = await as(rosa.email)
  await page.waitForURL('**/provider/projects')

  await test.step('with nothing yet, each screen says what to do', async () => {
    for (const [address, text] of [
      ['/provider', 'Aún no tienes pedidos'],
      ['/provider/orders', 'No se encontraron documentos'],
      ['/provider/documents', 'Aún no has cargado documentos'],
      ['/provider/notifications', 'No tienes notificaciones'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(text)).toBeVisible()
      await wellMade(page)
    }
  })

  await test.step('it asks to be paid, with its invoice', async () => {
    await page.goto('/provider/orders')
    await page.getByRole('link', { name: 'Pedir un pago' }).first().click()
    // It works on one project: nobody asks which.
    await page.waitForURL(/\/provider\/projects\/[^/]+\/documents\/new/)
    await page.getByLabel('Nombre', { exact: true }).fill('Dos prensas')
    await page.getByLabel('Monto').fill('1.250,50')
    const invoice = { name: 'prensas.pdf', mimeType: 'application/pdf', buffer: simplePdf(['Prensas']) }
    await page.locator('input[type=file]').first().setInputFiles(invoice)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.waitForURL(`**/provider/projects/${project}`)
  })

  const paid = await orderIn(page, 'Dos prensas')
  await works.approve(paid)
  await executed(works, paid)
  const toIssue = await issuance(works, project, rosa.providerId)
  await works.approve(toIssue)

  await test.step('the panel adds it up, and each figure leads to its orders', async () => {
    await page.goto('/provider/dashboard')
    await expect(page.getByRole('region', { name: 'Últimos cobros' })).toContainText('Dos prensas')
    await expect(page.getByRole('region', { name: 'Últimos cobros' })).toContainText('TRF-2209')
    await expect(page.getByRole('region', { name: 'Por emitir' })).toContainText('Factura de vendimia')
    await expect(page.getByRole('region', { name: 'Lo que emites' })).toContainText(/800\s€/)
    await unnamed(page, works)
    await page
      .getByRole('region', { name: 'Lo que se te paga' })
      .getByRole('link', { name: /^Pagados\s*1/ })
      .click()
    await page.waitForURL(/\/provider\/orders\?(type=gasto&status=paid|status=paid&type=gasto)$/)
    await expect(ordersOn(page)).toHaveCount(1)
    await filterBy(page, form => form.getByLabel('Tipo de pedido').selectOption('emision'))
    await page.getByRole('button', { name: /^Aprobados/ }).click()
    await expect(page.getByText('Factura de vendimia')).toBeVisible()
    await page.getByLabel('Buscar documentos...').fill('nada de esto')
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(page).not.toHaveURL(/status=|q=/)
  })

  const bell = (name: string) => page.getByRole('button', { name, exact: true })
  const isTold = async (name: string) => {
    await expect(async () => {
      await page.reload()
      await expect(bell(name)).toBeVisible({ timeout: 2000 })
    }).toPass()
  }

  await test.step('what it sent stands beside its order, and who has seen the order has read what the bell says of it', async () => {
    await page.goto('/provider/documents')
    await isTold('Notificaciones: 2 sin leer')
    await page.getByRole('link', { name: /prensas\.pdf/ }).click()
    await page.waitForURL(`**/provider/projects/${project}/documents/${paid}`)
    await expect(page.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await expect(page.getByText('TRF-2209').first()).toBeVisible()
    await expect(bell('Notificaciones: 1 sin leer')).toBeVisible()
    await unnamed(page, works)
  })

  await test.step('it sends what it issued, and whoever confirms takes that as the proof', async () => {
    const address = `projects/${project}/documents/${toIssue}`
    await page.goto(`/provider/${address}`)
    await expect(page.getByText('emite la factura o el certificado y envíalo aquí')).toBeVisible()
    const bill = { name: 'vendimia.pdf', mimeType: 'application/pdf', buffer: simplePdf(['Vendimia']) }
    await page.locator('input[type=file]').first().setInputFiles(bill)
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByText('Quien ejecuta el pedido ya lo ve.')).toBeVisible()
    await wellMade(page)
    const executor = await as(works.caja.email, `/client/${address}`)
    await executor.getByRole('button', { name: 'Ver vendimia.pdf' }).click()
    await expect(executor.getByRole('button', { name: 'Cerrar vendimia.pdf' })).toBeVisible()
    await executor.getByLabel('Referencia').fill('F-2026-9')
    await executor.getByLabel('Usar «vendimia.pdf», que envió el proveedor').check()
    await executor.getByRole('button', { name: 'Confirmar emisión' }).click()
    await expect(executor.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await expect(page.getByText('F-2026-9').first()).toBeVisible()
  })

  await test.step('its contract can be read and not made', async () => {
    await page.goto('/provider/contracts')
    await expect(page.getByRole('listitem').filter({ hasText: contractId })).toBeVisible()
    await expect(page.getByText('Nuevo Contrato')).toHaveCount(0)
    await page.getByRole('link', { name: `Ver detalles de ${contractId}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contrato del lagar' })).toBeVisible()
    await expect(ordersOn(page)).toHaveCount(2)
    await unnamed(page, works)
  })

  await test.step('what happened on an open page is unread; the bell leads to all its notices', async () => {
    await isTold('Notificaciones: 1 sin leer')
    await bell('Notificaciones: 1 sin leer').click()
    await page.getByRole('link', { name: 'Ver todas las notificaciones' }).click()
    await page.waitForURL('**/provider/notifications')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Está ejecutado')).toHaveCount(2)
    await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Está ejecutado' })
      .filter({ hasText: 'Dos prensas' })
      .getByRole('link')
      .click()
    await page.waitForURL(`**/documents/${paid}`)
    await page.goBack()
    await page.getByRole('main').getByRole('button', { name: 'Marcar como leídas' }).click()
    await expect(bell('Notificaciones')).toBeVisible()
    await expect(page.getByText('Sin leer')).toHaveCount(0)
  })

  await test.step('what is no address of the area does not exist', async () => {
    await page.goto('/provider/nada')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.goto(`/provider/contracts/CTR-001`)
    await page.getByRole('link', { name: 'Volver a los contratos' }).click()
    await page.waitForURL('**/provider/contracts')
  })
})

/** A provider of its own, party to the only contract of a project. */
async function newProvider(works: Works) {
  const { talk, clientId } = works
  const admin = await talk.signIn('empresa')
  const make = async (path: string, body: object) => {
    const { status, body: made } = await talk.post(path, admin, body)
    expect(status, JSON.stringify(made)).toBe(200)
    return String(made.id)
  }
  const providerId = await make('/api/providers', { name: 'Lagar del Río', clientIds: [clientId] })
  const rosa = await works.person('Rosa', 'Lagar', { role: 'provider', providerId })
  const contractId = await make('/api/contracts', {
    clientId,
    providerId,
    totalMinor: '900000',
    currency: 'EUR',
    type: 'proveedor',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
    description: 'Contrato del lagar',
  })
  const project = await make('/api/projects', {
    name: 'Lagar nuevo',
    clientId,
    totalMinor: '900000',
    contractIds: [contractId],
    approverIds: [works.ana.id, works.luis.id],
    executorIds: [works.caja.id],
  })
  return { rosa: { ...rosa, providerId }, contractId, project }
}

async function issuance(works: Works, projectId: string, providerId: string): Promise<string> {
  const body = { projectId, type: 'emision', name: 'Factura de vendimia', providerId, amountMinor: '80000' }
  const made = await works.talk.post('/api/documents', await works.tokenOf(works.client), body)
  return made.body.id
}

async function executed(works: Works, documentId: string): Promise<void> {
  const pdf = new Uint8Array(simplePdf(['Transferencia']))
  const as = await works.tokenOf(works.caja)
  const { body: proof } = await works.talk.upload(as, 'transferencia.pdf', pdf)
  const body = { revision: 1, executedOn: dayFromToday(), reference: 'TRF-2209', proofFileId: proof.id }
  const answer = await works.talk.post(`/api/documents/${documentId}/execution`, as, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

async function orderIn(page: Page, name: string): Promise<string> {
  const link = page.locator('a[href*="/documents/DOC-"]').first()
  await expect(page.getByText(name).first()).toBeVisible()
  return ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? ''
}

const ordersOn = (page: Page) => page.locator('main a[href*="/documents/DOC-"]')

/** Nobody who approves or pays, and no other provider, is named on the screen. */
async function unnamed(page: Page, { ana, luis, caja, supplier }: Works): Promise<void> {
  for (const name of [ana.name, luis.name, caja.name, supplier])
    await expect(page.getByText(name)).toHaveCount(0)
}
