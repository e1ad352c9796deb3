import type { Page } from '@playwright/test'
import { simplePdf } from '../../src/features/samples/rules/simple-pdf.ts'
import { choose, expect, test } from './journey.ts'

test('what is typed survives a refusal, an invalid answer, a lost connection and a reload, and is sent once', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Almacén', overrunPolicy: 'bloquear' })
  const page = await as(works.client.email)
  page.on('dialog', dialog => void dialog.accept())
  const save = page.getByRole('button', { name: 'Guardar' })
  const failure = page.getByRole('form').getByRole('alert')
  const written = { supplier: works.supplier, amount: '12.000,50' }

  await page.goto(`/client/projects/${project.id}/documents/new?type=gasto`)
  await page.getByLabel('Nombre', { exact: true }).fill('Estanterías')
  await choose(page, 'Proveedor', works.supplier)
  await page.getByLabel('Monto').fill(written.amount)
  await page.getByLabel('Descripción').fill('Dos pasillos,\nseis alturas')
  const invoice = { name: 'presupuesto.pdf', mimeType: 'application/pdf', buffer: simplePdf(['Estanterías']) }
  await page.locator('input[type=file]').first().setInputFiles(invoice)
  await expect(page.getByRole('button', { name: /(Quitar|Eliminar).*presupuesto.pdf/ })).toBeVisible()

  await test.step('no room for its file: it says so beside the file, and nothing is lost', async () => {
    const full = {
      type: '/problems/storage_full',
      title: 'No queda espacio para guardar archivos. Avisa a la administración.',
      status: 507,
    }
    await page.route('**/api/files', route =>
      route.fulfill({ status: 507, contentType: 'application/problem+json', body: JSON.stringify(full) }),
    )
    const plan = { name: 'plano.pdf', mimeType: 'application/pdf', buffer: simplePdf(['Plano']) }
    await page.locator('input[type=file]').first().setInputFiles(plan)
    await expect(page.getByText(full.title)).toBeVisible()
    await holds(page, written)
    await page.unroute('**/api/files')
    await page.getByRole('button', { name: /(Quitar|Eliminar).*plano.pdf/ }).click()
    await expect(page.getByText('plano.pdf')).toHaveCount(0)
  })

  await test.step('refused by the business: nothing is lost', async () => {
    await save.click()
    await expect(failure).toBeVisible()
    await holds(page, written)
  })

  await test.step('invalid for the server: its complaint is on its field, and nothing is lost', async () => {
    await page.route('**/api/documents', route => route.fulfill(invalid))
    await page.getByLabel('Monto').fill('1.200,50')
    written.amount = '1.200,50'
    await save.click()
    await expect(page.getByText('Ese nombre no vale')).toBeVisible()
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
    await holds(page, written)
    await page.unroute('**/api/documents')
  })

  await test.step('without network: it says so, keeps everything, and it is there after a reload', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('Sin conexión. Lo que has escrito se conserva')).toBeVisible()
    await page.getByLabel('Nombre', { exact: true }).fill('Estanterías altas')
    await page.getByLabel('Nombre', { exact: true }).fill('Estanterías')
    await save.click()
    await expect(failure).toContainText('No hay conexión con el servidor')
    await holds(page, written)
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.getByText('Hemos recuperado tu borrador')).toBeVisible()
    await holds(page, written)
  })

  await test.step('the answer is lost after the server took it: trying again makes no second order', async () => {
    let sent = 0
    await page.route('**/api/documents', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent++
      await route.fetch()
      await route.abort('internetdisconnected')
    })
    await save.click()
    await expect(failure).toContainText('No hay conexión con el servidor')
    await holds(page, written)
    expect(sent).toBe(1)
    await page.unroute('**/api/documents')
    await save.click()
    await page.waitForURL(`**/client/projects/${project.id}`)
    await expect(page.getByRole('button', { name: /^Todos/ })).toHaveText(/1$/)
    await expect(page.getByRole('link', { name: /Estanterías/ })).toHaveCount(1)
  })

  await test.step('and once sent, no draft is left', async () => {
    await page.goto(`/client/projects/${project.id}/documents/new?type=gasto`)
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('')
    await expect(page.getByText('Hemos recuperado tu borrador')).toBeHidden()
  })
})

test('what is opened without a network says that it will come, takes nothing away, and comes with it', async ({
  as,
  works,
  isMobile,
}) => {
  const project = await works.project({ name: 'Cobertizo' })
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)
  const name = page.getByLabel('Nombre', { exact: true })
  await name.fill('Chapas')
  await expect(page.getByRole('button', { name: /^Notificaciones/ })).toBeVisible()
  await page.waitForLoadState('load')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(
    page.getByText('Sin conexión. Lo que has abierto aparecerá cuando vuelva la red.'),
  ).toBeVisible()
  await expect(name).toHaveValue('Chapas')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Notificaciones' })).toBeVisible()
  await expect(page.getByText('Sin conexión')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Chapas')

  await test.step('also a screen, before which the one before stays', async () => {
    const list = await as(works.client.email, '/client/documents')
    await expect(list.getByRole('heading', { level: 1, name: 'Documentos' })).toBeVisible()
    const menu = list.getByRole('navigation', { name: 'Menú principal' })
    if (isMobile) await list.getByRole('button', { name: 'Abrir el menú' }).click()
    const link = menu.getByRole('link', { name: 'Contratos' })
    await expect(link).toBeVisible()
    await list.waitForLoadState('load')
    await list.context().setOffline(true)
    await link.click()
    await expect(list.getByText('Sin conexión. Lo que has abierto aparecerá')).toBeVisible()
    await expect(list.getByRole('heading', { level: 1, name: 'Documentos' })).toBeVisible()
    await list.context().setOffline(false)
    await expect(list.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
  })

  await test.step('and what a toast would say is said without its code', async () => {
    const list = await as(works.client.email, '/client/documents')
    await expect(list.getByRole('button', { name: 'Exportar' })).toBeVisible()
    await list.waitForLoadState('load')
    await list.context().setOffline(true)
    await list.getByRole('button', { name: 'Exportar' }).click()
    await expect(
      list.getByText('No se ha podido abrir. Comprueba tu red e inténtalo de nuevo.'),
    ).toBeVisible()
    await list.context().setOffline(false)
    await list.getByRole('button', { name: 'Exportar' }).click()
    await expect(list.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  })
})

test('what an approver has written beside an order waits there while they look at another one @desktop', async ({
  as,
  works,
}) => {
  const nora = await works.person('Nora', 'Escribe')
  const project = await works.project({ name: 'Escritorio', approverIds: [nora.id] })
  for (const name of ['Tinteros', 'Plumas']) await project.order(name, '7000')
  const page = await as(nora.email, '/client/pending-approvals')
  const shown = (name: string) => page.getByRole('article').getByRole('heading', { name })
  const comment = page.getByRole('article').getByLabel('Comentarios')
  await expect(shown('Tinteros')).toBeVisible()
  await comment.fill('Falta el albarán')
  await comment.blur()
  await page.keyboard.press('j')
  await expect(shown('Plumas')).toBeVisible()
  await expect(comment).toHaveValue('')
  await page.keyboard.press('k')
  await expect(shown('Tinteros')).toBeVisible()
  await expect(comment).toHaveValue('Falta el albarán')
  await page.reload()
  await expect(comment).toHaveValue('Falta el albarán')

  await test.step('the keys send it with the decision', async () => {
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog').getByLabel('Comentarios')).toHaveValue('Falta el albarán')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Has rechazado este documento')).toBeVisible()
    await expect(shown('Plumas')).toBeVisible()
    await comment.fill('Con el descuento')
    await comment.blur()
    const decided = page.waitForRequest('**/decision')
    await page.keyboard.press('a')
    expect((await decided).postDataJSON()).toMatchObject({ decision: 'approve', comment: 'Con el descuento' })
    await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('and nothing of it is left behind', async () => {
    const kept = await page.evaluate(() =>
      Object.keys(localStorage).filter(key => key.includes('comentario')),
    )
    expect(kept).toEqual([])
  })
})

async function holds(page: Page, { supplier, amount }: { supplier: string; amount: string }): Promise<void> {
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Estanterías')
  await expect(page.getByRole('combobox', { name: 'Proveedor' })).toHaveValue(supplier)
  await expect(page.getByLabel('Monto')).toHaveValue(amount)
  await expect(page.getByLabel('Descripción')).toHaveValue('Dos pasillos,\nseis alturas')
  await expect(page.getByRole('radio', { name: /pago/i })).toBeChecked()
  await expect(page.getByText('presupuesto.pdf').first()).toBeVisible()
}

const invalid = {
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: '/problems/invalid',
    title: 'Revisa los campos señalados.',
    status: 422,
    issues: [{ pointer: '/name', code: 'custom', message: 'Ese nombre no vale' }],
  }),
}
