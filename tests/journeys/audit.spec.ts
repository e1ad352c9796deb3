import { readFile } from 'node:fs/promises'
import { pdfText } from '../support/pdf-text.ts'
import { Complaints } from './complaints.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('what happened to an order is found in the journal and certified, and anybody checks the paper @desktop', async ({
  as,
  works,
  browser,
  contextOptions,
  server,
}) => {
  const project = await works.project({ name: 'Con constancia' })
  const order = await project.order('Barricas de roble', '45000')
  await works.approve(order)

  const admin = await as('empresa@demo.example', '/empresa/settings')
  await admin.getByRole('link', { name: 'Auditoría', exact: true }).click()
  await admin.getByLabel('Objeto').fill(order)
  await admin.keyboard.press('Enter')
  await expect(admin).toHaveURL(new RegExp(`object=${order}`))
  await expect(admin.getByRole('button', { name: 'Aprobación dada' })).toHaveCount(2)
  await admin.getByRole('button', { name: 'Pedido enviado a aprobación' }).click()
  const event = admin.getByRole('dialog', { name: 'Pedido enviado a aprobación' })
  await expect(event.getByText(/Sellado el|unos segundos/)).toBeVisible()
  await wellMadeDialog(admin)
  // The address holds all of it.
  await admin.reload()
  await expect(event.getByText(`Barricas de roble · ${order}`)).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(event).toBeHidden()
  const file = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Exportar' }).click()
  await admin.getByRole('menuitem', { name: 'CSV' }).click()
  const journal = await readFile(await (await file).path(), 'utf8')
  expect(journal).toContain(`;Aprobación dada;Pedido;${order};Barricas de roble;`)

  await admin.goto('/empresa/settings/audit?object=R-001')
  await expect(admin.getByRole('cell', { name: /^Remesa R-001 · 75\.000,00\s€ · / }).first()).toBeVisible()
  await admin.getByRole('button', { name: 'Remesa SEPA confirmada' }).click()
  await admin
    .getByRole('dialog')
    .getByRole('link', { name: /^75\.000,00\s€ · / })
    .click()
  await expect(admin).toHaveURL(/\/empresa\/payment-batches\/R-001$/)
  await expect(admin.getByRole('heading', { level: 1, name: /R-001/ })).toBeVisible()

  const client = await as(works.client.email, `/client/projects/${project.id}/documents/${order}`)
  const paper = client.waitForEvent('download')
  await client.getByRole('button', { name: 'Constancia de aprobación' }).click()
  const path = await (await paper).path()
  expect((await paper).suggestedFilename()).toBe(`Constancia ${order}.pdf`)
  const text = pdfText(await readFile(path))
  expect(text).toContain(works.ana.name)
  await expect(client.getByText('Constancia de aprobación emitida')).toBeVisible()

  const stranger = await (await browser.newContext({ ...contextOptions, baseURL: server.origin })).newPage()
  const complaints = new Complaints()
  complaints.watch(stranger, 'stranger')
  await stranger.goto(/\/verificar\/[0-9A-Z-]+/.exec(text)?.[0] ?? '')
  await expect(stranger.getByText('El código es auténtico')).toBeVisible()
  await stranger.locator('input[type=file]').first().setInputFiles(path)
  await expect(stranger.getByText('El archivo es el original')).toBeVisible()
  await stranger
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'otro.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 otro'),
    })
  await expect(stranger.getByText('El archivo no es el original')).toBeVisible()
  await wellMade(stranger)
  expect(await stranger.locator('main').textContent()).not.toMatch(/Barricas|450|Viñas|Grupo|Ana Primera/)
  await stranger.getByLabel('Comprobar otro código').fill('00000')
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByText('Este código no es de ninguna constancia')).toBeVisible()
  expect(complaints.all()).toEqual([])
})

test('a rejected order is certified as rejected, and whoever checks its paper reads that first @desktop', async ({
  as,
  works,
  browser,
  contextOptions,
  server,
}) => {
  const project = await works.project({ name: 'Con rechazo' })
  const order = await project.order('Tonel agrietado', '45000')
  await works.decide(works.ana, order, 'reject', 1, 'Está agrietado')
  const client = await as(works.client.email, `/client/projects/${project.id}/documents/${order}`)
  const paper = client.waitForEvent('download')
  await client.getByRole('button', { name: 'Constancia de rechazo' }).click()
  const text = pdfText(await readFile(await (await paper).path()))
  await expect(client.getByText('Constancia de rechazo emitida')).toBeVisible()

  const stranger = await (await browser.newContext({ ...contextOptions, baseURL: server.origin })).newPage()
  await stranger.goto(/\/verificar\/[0-9A-Z-]+/.exec(text)?.[0] ?? '')
  await expect(stranger.getByText('Auténtica, de un pedido rechazado')).toBeVisible()
  await expect(stranger.getByText('El código es auténtico')).toBeHidden()
  await wellMade(stranger)
  expect(await stranger.locator('main').textContent()).not.toMatch(/Tonel|450|Ana Primera/)
})
