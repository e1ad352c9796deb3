import { readFile } from 'node:fs/promises'
import { pdfOf } from '../support/hostile-pdfs.ts'
import { seen } from '../support/seen.ts'
import { expect, test, wellMade } from './journey.ts'

test('where the browser shows no PDF, whoever decides sees its first page', async ({ as, works }) => {
  const who = await works.person('Pilar', 'Ojeda')
  const project = await works.project({ name: 'Bodega de guarda', approverIds: [who.id] })
  const token = await works.tokenOf(works.client)
  const write = (page: PDFKit.PDFDocument, words: string) => {
    page.rect(0, 0, 595, 200).fill('black')
    page.fillColor('black').fontSize(24).text(words, 60, 300)
  }
  const invoice = await pdfOf(
    {},
    page => write(page, 'Factura 2026-118'),
    page => write(page, 'Condiciones'),
  )
  const locked = await pdfOf({ userPassword: 'clave', ownerPassword: 'otra' }, page => write(page, 'Cerrada'))
  const upload = async (name: string, bytes: Buffer): Promise<string> =>
    (await works.talk.upload(token, name, new Uint8Array(bytes))).body.id
  const photo = await readFile(new URL('../support/quarter-black.heic', import.meta.url))
  const fileIds = [
    await upload('factura.pdf', invoice),
    await upload('cerrada.pdf', locked),
    await upload('foto.heic', photo),
  ]
  const order = await project.order('Toneles de roble', '310000', fileIds)

  const page = await as(who.email)
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await page.goto(`/client/projects/${project.id}/documents/${order}`)
  const card = page.getByRole('region', { name: 'Adjuntos' })
  const picture = card.getByRole('img', { name: 'Primera página de factura.pdf' })

  await test.step('the page is there as it was written, in its proportions', async () => {
    await expect(picture).toBeVisible({ timeout: 90_000 })
    await expect(card.getByText('Página 1 de 2')).toBeVisible()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).toHaveJSProperty('naturalWidth', 1414)
    const box = await picture.boundingBox()
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(Math.SQRT2, 1)
    await expect(card.getByRole('link', { name: 'Abrir factura.pdf' })).toBeVisible()
    const address = await picture.getAttribute('src')
    const { lightAt } = seen(await (await page.request.get(address ?? '')).body())
    expect(lightAt(0.5, 0.1)).toBeLessThan(20)
    expect(lightAt(0.5, 0.9)).toBeGreaterThan(235)
  })

  await test.step('it opens to be enlarged', async () => {
    const opened = page.context().waitForEvent('page')
    await picture.click()
    const enlarged = await opened
    await expect(enlarged.locator('img')).toHaveJSProperty('naturalWidth', 1414)
    await enlarged.close()
  })

  await test.step('a photo that only iPhones show is seen too', async () => {
    await card.getByRole('button', { name: /foto\.heic/ }).click()
    const shown = card.getByRole('img', { name: 'Vista previa de foto.heic' })
    await expect(shown).toHaveJSProperty('naturalWidth', 320, { timeout: 90_000 })
    await expect(card.getByText(/^Página/)).toHaveCount(0)
  })

  await test.step('of one that cannot be drawn it is said so, and it can still be had', async () => {
    await card.getByRole('button', { name: /cerrada\.pdf/ }).click()
    await expect(card.getByText('Vista previa no disponible')).toBeVisible({ timeout: 90_000 })
    for (const way of ['Abrir', 'Descargar'])
      await expect(card.getByRole('link', { name: `${way} cerrada.pdf` })).toBeVisible()
    await wellMade(page)
  })
})
