import type { Locator } from '@playwright/test'
import { pdfOf } from '../support/hostile-pdfs.ts'
import { expect, test, wellMade } from './journey.ts'
import type { Works } from './works.ts'

/** An order with an invoice of two pages that waits for one person. */
async function invoiced(works: Works, name: string) {
  const approver = await works.person(name, 'Vista')
  const project = await works.project({ name: `Lagar de ${name}`, approverIds: [approver.id] })
  const write = (words: string) => (page: PDFKit.PDFDocument) => void page.fontSize(24).text(words, 60, 120)
  const bytes = new Uint8Array(await pdfOf({}, write('Factura 2026-119'), write('Condiciones')))
  const { body } = await works.talk.upload(await works.tokenOf(works.client), 'factura.pdf', bytes)
  const id = await project.order('Prensa neumática', '320000', [body.id])
  return { approver, address: `/client/projects/${project.id}/documents/${id}` }
}

/** Part of the element's height that stands in the window, from 0 to 1. */
const inWindow = (element: Locator): Promise<number> =>
  element.evaluate(node => {
    const { top, bottom, height } = node.getBoundingClientRect()
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / height
  })

test('at 1280 × 720 the invoice is seen beside the decision, and the answers stay in sight @desktop', async ({
  as,
  works,
}) => {
  const { approver } = await invoiced(works, 'Lupe')
  const page = await as(approver.email)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/client/pending-approvals')
  const article = page.getByRole('article')
  const invoice = article.getByTitle('Vista previa de factura.pdf')
  const approve = article.getByRole('button', { name: 'Aprobar documento' })
  await expect(invoice).toBeVisible()
  // The browser's viewer does not say how many pages there are.
  await expect(article.getByText('· 2 páginas')).toBeVisible({ timeout: 90_000 })
  expect(await inWindow(approve)).toBe(1)
  const [file, answer] = [await invoice.boundingBox(), await approve.boundingBox()]
  if (!file || !answer) throw new Error('both have a place')
  expect(file.x + file.width).toBeLessThanOrEqual(answer.x)
  // At least the head of the invoice: who sends it, its number and its amount.
  expect(720 - file.y).toBeGreaterThan(200)
  await wellMade(page)
  await page.mouse.move(file.x - 30, 400)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => inWindow(approve)).toBe(1)
})

test('on a phone its first page stands above the decision, with the number of pages @phone', async ({
  as,
  works,
}) => {
  const { approver, address } = await invoiced(works, 'Nieves')
  const page = await as(approver.email)
  await page.goto(address)
  const card = page.getByRole('region', { name: 'Primera página del adjunto' })
  await expect(card.getByRole('img', { name: 'Primera página de factura.pdf' })).toBeVisible({
    timeout: 90_000,
  })
  await expect(card.getByText('Página 1 de 2')).toBeVisible()
  const decision = page.getByRole('region', { name: 'Tu aprobación está pendiente' })
  const [above, below] = [await card.boundingBox(), await decision.boundingBox()]
  if (!above || !below) throw new Error('both have a place')
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  expect(await inWindow(card)).toBe(1)
  for (const name of ['Rechazar', 'Aprobar'])
    expect(await inWindow(page.getByRole('button', { name, exact: true }))).toBe(1)
  await wellMade(page)
})

test('on a phone a first page that no request brings leaves the way to the file itself @phone', async ({
  as,
  works,
}) => {
  const { approver, address } = await invoiced(works, 'Remedios')
  const page = await as(approver.email)
  const card = page.getByRole('region', { name: 'Primera página del adjunto' })

  await test.step('when the file has no picture, its link opens the file', async () => {
    await page.route('**/api/files/*/picture', route =>
      route.fulfill({ json: { picture: null, isComing: false } }),
    )
    await page.goto(address)
    const file = await card.getByRole('link', { name: 'Ver el archivo' }).getAttribute('href')
    const answer = await page.request.get(file ?? '')
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })

  await test.step('when the picture cannot be asked for, nothing seems to load for ever', async () => {
    await page.unroute('**/api/files/*/picture')
    await page.route('**/api/files/*/picture', route => route.fulfill({ status: 404, json: {} }))
    await page.reload()
    await expect(card.getByRole('link', { name: 'Ver el archivo' })).toBeVisible()
    await expect(card.locator('.animate-breathe')).toHaveCount(0)
    await expect(card.locator('svg')).toBeVisible()
  })
})
