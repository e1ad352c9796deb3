// Warnings and fields are in sight: nothing that floats, or stays at an edge, lies over them.
import type { Locator, Page } from '@playwright/test'
import { expect, test, wellMade } from './journey.ts'

/** Labels of the fields in the window that the notice lies over, once it has come up. */
async function fieldsUnder(notice: Locator, form: Locator): Promise<string[]> {
  await expect(notice).toHaveAttribute('data-mounted', 'true')
  const lies = await notice.evaluate(async element => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => null)))
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  })
  return form.locator('input:not([type=file]), textarea').evaluateAll((fields, over) => {
    const header = document.querySelector('header.sticky')?.getBoundingClientRect().bottom ?? 0
    return fields.flatMap(field => {
      const { left, right, top, bottom } = field.getBoundingClientRect()
      const isBeside = left >= over.right || right <= over.left
      // Under the header a field is out of sight anyway.
      const isCovered = !isBeside && Math.min(bottom, over.bottom) > Math.max(top, over.top, header)
      return isCovered ? [field.getAttribute('aria-label') ?? field.getAttribute('name') ?? ''] : []
    })
  }, lies)
}

/** The form of a payment of its own, at the button that chooses the proof. */
async function atTheProof(page: Page): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Confirmar pago' })
  await form.getByRole('button', { name: 'Elegir archivo' }).scrollIntoViewIfNeeded()
  return form
}

test('the notice that a proof is ready lies over no field of its form', async ({ as, works }, {
  project,
}) => {
  const { id: projectId, order } = await works.project({ name: `Pagos de ${project.name}` })
  const id = await order('Barricas de pruebas', '150000')
  await works.approve(id)
  const page = await as(works.caja.email)
  const isWide = project.name.includes('desktop')
  if (isWide) await page.setViewportSize({ width: 1280, height: 720 })
  // On a phone the list leads to the order.
  const desk = isWide ? [`/client/pending-confirmations?doc=${id}`] : []
  for (const address of [...desk, `/client/projects/${projectId}/documents/${id}`]) {
    await page.goto(address)
    const form = await atTheProof(page)
    const file = { name: 'transferencia.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') }
    await form.locator('input[type=file]').first().setInputFiles(file)
    const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'Archivo listo para subir' })
    expect(await fieldsUnder(notice, form), address).toEqual([])
  }
})

test('a failure lies over nothing that is filled in of a sheet, be it short or as high as it may be @phone', async ({
  as,
  works,
}) => {
  const clara = await works.administrator('Clara', 'Hoja')
  const token = await works.tokenOf(clara)
  const save = (name: string) =>
    works.talk.post('/api/saved-views', token, { list: 'clients', name, search: { q: name } })
  await save('Los de la costa')
  const page = await as(clara.email, '/empresa/clients?q=monte')
  await page.route('**/api/saved-views/*', route => route.abort('internetdisconnected'))
  const sheet = page.getByRole('dialog', { name: 'Vistas guardadas' })
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'No se ha podido eliminar la vista' })
  for (const height of ['short', 'high']) {
    await page.getByRole('button', { name: 'Vistas', exact: true }).click()
    const name = sheet.getByLabel('Guarda lo que ves con un nombre')
    await name.fill('Los del monte')
    await sheet.getByRole('button', { name: 'Eliminar Los de la costa' }).click()
    await name.focus()
    expect(await fieldsUnder(notice, sheet), height).toEqual([])
    for (let number = 1; number <= 14 && height === 'short'; number++) await save(`Los del valle ${number}`)
    await page.reload()
  }
})

test('at 1280 × 720 the order that another looks like is named above the answers, though its name takes two lines @desktop', async ({
  as,
  works,
}) => {
  const approver = await works.person('Vera', 'Parecidos')
  const project = await works.project({ name: 'Nave anexa', approverIds: [approver.id] })
  const first = await project.order('Revisión de calderas', '291540')
  const said = {
    projectId: project.id,
    type: 'gasto',
    name: 'Revisión extraordinaria de las calderas de gas y certificado de la instalación térmica del edificio anexo',
    description: 'Según presupuesto 2026-118, con retirada de escombros y dos manos de pintura de caucho.',
    providerId: works.providerId,
    amountMinor: '291540',
    duplicateReason: 'Es la segunda visita',
  }
  const { body } = await works.talk.post('/api/documents', await works.tokenOf(works.client), said)
  const page = await as(approver.email)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/client/pending-approvals?doc=${body.id}`)
  const review = page.getByRole('region', { name: 'Tu aprobación está pendiente' })
  const link = review.getByRole('link', { name: first })
  await expect(link).toBeVisible()
  const [likeness, answers] = [await link.boundingBox(), await review.locator('footer').boundingBox()]
  if (!likeness || !answers) throw new Error('both have a place')
  expect(likeness.y + likeness.height).toBeLessThanOrEqual(answers.y)
  await wellMade(page)
})

/** Brightness of the darkest pixel within three of each side, halfway down the picture: that of a border. */
const bordersIn = (page: Page, picture: Buffer): Promise<{ left: number; right: number }> =>
  page.evaluate(async encoded => {
    const bytes = Uint8Array.from(atob(encoded), letter => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const { width, height } = image
    const canvas = new OffscreenCanvas(width, height).getContext('2d')
    if (canvas === null) throw new Error('the picture cannot be read')
    canvas.drawImage(image, 0, 0)
    const darkestFrom = (x: number) => {
      const { data } = canvas.getImageData(x, Math.floor(height / 2), 3, 1)
      return Math.min(...[0, 4, 8].map(at => (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)))
    }
    return { left: darkestFrom(0), right: darkestFrom(width - 3) }
  }, picture.toString('base64'))

test('a select shows its whole border, whatever pixels it ends between @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/settings/audit')
  const select = page.getByLabel('Acción')
  await expect(select).toBeVisible()
  for (let width = 1280; width < 1290; width++) {
    await page.setViewportSize({ width, height: 720 })
    const { left, right } = await bordersIn(page, await select.screenshot())
    expect(right, `${width} px wide`).toBe(left)
  }
})
