import type { Page } from '@playwright/test'
import { choose, expect, test } from './journey.ts'

test('an order is made again from another: without its invoice, its files or its decisions', async ({
  as,
  works,
}) => {
  const name = `Alquiler ${crypto.randomUUID().slice(0, 4)}`
  const project = await works.project({ name })
  const id = await project.order('Alquiler de octubre', '1250')
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/${id}`)
  await page.getByRole('link', { name: 'Duplicar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo Documento' })).toBeVisible()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Alquiler de octubre')
  await expect(page.getByRole('combobox', { name: 'Proveedor' })).toHaveValue(works.supplier)
  await expect(page.getByLabel('Monto', { exact: true })).toHaveValue('12,50')
  await expect(page.getByLabel('Nº de factura')).toHaveValue('')
  await page.getByLabel('Nombre', { exact: true }).fill('Alquiler de noviembre')
  await page.getByLabel('Monto', { exact: true }).fill('13,00')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Pedido enviado')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Alquiler de noviembre' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Alquiler de octubre' }).first()).toBeVisible()
})

test('a press is not lost when an order is found to look like no other meanwhile', async ({ as, works }) => {
  const project = await works.project({ name: `Local ${crypto.randomUUID().slice(0, 4)}` })
  const id = await project.order('Alquiler de enero', '1410')
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/${id}`)
  await page.getByRole('link', { name: 'Duplicar' }).click()
  await expect(page.getByLabel('Por qué no es un duplicado')).toBeVisible()
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/possible-duplicates\?/, async route => {
    await pressed.promise
    await route.continue()
  })
  await page.getByLabel('Monto', { exact: true }).fill('14,30')
  await page.getByRole('button', { name: 'Guardar' }).hover()
  const answered = page.waitForResponse(/\/possible-duplicates\?/)
  await page.mouse.down()
  pressed.resolve()
  await (await answered).finished()
  await painted(page)
  await page.mouse.up()
  await expect(page.getByText('Pedido enviado')).toBeVisible()
})

test('a press is not lost when the code that shows what an order looks like comes meanwhile', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: `Nave ${crypto.randomUUID().slice(0, 4)}` })
  await project.order('Alquiler de marzo', '1520')
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)
  const [asked, pressed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/assets\/duplicates-panel-/, async route => {
    asked.resolve()
    await pressed.promise
    await route.continue()
  })
  await page.getByLabel('Nombre', { exact: true }).fill('Alquiler de abril')
  await choose(page, 'Proveedor', works.supplier)
  await page.getByLabel('Monto', { exact: true }).fill('15,20')
  await expect(page.getByText('Tras este pedido quedarían')).toBeVisible()
  await asked.promise
  const isDown = page.evaluate(
    () => new Promise(done => addEventListener('pointerdown', done, { once: true })),
  )
  // A long press: longer than a part of the screen takes to appear.
  const press = page.getByRole('button', { name: 'Guardar' }).click({ delay: 1000 })
  await isDown
  pressed.resolve()
  await press
  // Sent, and asked why it is none: a press that is lost asks nothing.
  await expect(page.getByRole('form').getByText('Explica por qué no es un duplicado')).toBeVisible()
})

/** Two frames later the effects of an answer are painted. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
