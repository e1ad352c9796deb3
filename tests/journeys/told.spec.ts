// Announcements to somebody who does not see the screen, and where they stand afterwards.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const notices = (page: Page) => page.getByRole('region', { name: /^Notificaciones/ })

test('an approver hears which order is shown, what was decided, undone or not taken @desktop', async ({
  as,
  works,
}) => {
  const eva = await works.person('Olga', 'Firma')
  const project = await works.project({ name: 'Oída', total: '100000000', approverIds: [eva.id] })
  for (const [at, name] of ['Cuba', 'Prensa', 'Tolva'].entries()) await project.order(name, `${11_004 + at}`)
  const page = await as(eva.email, '/client/pending-approvals')
  const line = (name: string, amount: string) => `${name}, ${amount} €, ${works.supplier}`
  // From the beginning: the browser may let a request pass that follows at once upon the first way in.
  let isCut = false
  await page.route('**/decision', route => (isCut ? route.abort('internetdisconnected') : route.continue()))

  await expect(status(page)).toHaveText(`${line('Cuba', '110,04')}: 1 de 3 documentos pendientes`)
  await page.keyboard.press('j')
  await expect(status(page)).toHaveText(`${line('Prensa', '110,05')}: 2 de 3 documentos pendientes`)
  await page.keyboard.press('a')
  await expect(notices(page)).toContainText('Documento aprobado')
  await expect(notices(page)).toContainText('Prensa')
  await expect(status(page)).toHaveText(`${line('Tolva', '110,06')}: 2 de 2 documentos pendientes`)
  await page.keyboard.press('z')
  await expect(notices(page)).toContainText('Aprobación deshecha')
  await expect(status(page)).toContainText('de 3 documentos pendientes')

  isCut = true
  await page.keyboard.press('a')
  await expect(page.getByRole('alert')).toContainText('No se registrará dos veces')
  isCut = false

  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: /^Rechazar DOC-\d+$/ })).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Comentarios')).toBeFocused()
})

test('an approver hears what a return lacks, that it went back and what is next; its requester, who returned it and why @desktop', async ({
  as,
  works,
}) => {
  const eva = await works.person('Elsa', 'Devuelve')
  const project = await works.project({ name: 'Oída al devolver', approverIds: [eva.id] })
  const order = await project.order('Rueda', '13004')
  await project.order('Sinfín', '13005')
  const page = await as(eva.email, '/client/pending-approvals')
  const comment = page.getByLabel('Comentarios')
  const giveBack = page.getByRole('button', { name: 'Devolver para cambios' })

  await expect(status(page)).toContainText('Rueda, 130,04 €')
  await giveBack.click()
  await expect(comment).toBeFocused()
  await expect(comment).toHaveAccessibleDescription('Explica qué hay que cambiar. Obligatorio si devuelves.')
  await expect(comment).toHaveAttribute('aria-invalid', 'true')
  await comment.fill('Falta el albarán')
  await giveBack.click()
  await expect(notices(page)).toContainText('Documento devuelto')
  await expect(notices(page)).toContainText('Rueda')
  await expect(status(page)).toHaveText(`Sinfín, 130,05 €, ${works.supplier}: 1 de 1 documento pendiente`)
  await expect(comment).toHaveAccessibleDescription('Obligatorio si devuelves.')

  const asker = await as(works.client.email, `/client/projects/${project.id}/documents/${order}`)
  await expect(asker.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Rueda" [level=1]
    - text: Pendiente · Devuelto
    - link "Corregir y reenviar"
    - status:
      - paragraph: Devuelto para cambios
      - paragraph: "Elsa Devuelve: «Falta el albarán»"
      - paragraph: "Corrígelo y reenvíalo: las aprobaciones empiezan de nuevo."
  `)
})

test('a treasurer hears which payment is shown, what was copied and paid, and what a batch comes to @desktop', async ({
  as,
  works,
}) => {
  const caja = await works.person('Rita', 'Caja')
  const project = await works.project({ name: 'Oídos de caja', total: '100000000', executorIds: [caja.id] })
  for (const [at, name] of ['Bomba', 'Filtro', 'Grifo'].entries())
    await works.approve(await project.order(name, `${12_004 + at}`))
  const page = await as(caja.email, '/client/pending-confirmations')
  const article = page.getByRole('article')

  await expect(status(page)).toHaveText(`Bomba, 120,04 €, ${works.supplier}: 1 de 3 pedidos por confirmar`)
  await expect(article.getByRole('button', { name: 'Copiar: Monto' })).toBeVisible()
  await article.getByRole('button', { name: 'Copiar: Monto' }).click()
  await expect(article.getByRole('region', { name: 'Pagar a' }).getByRole('status')).toHaveText(
    'Copiado: Monto',
  )
  const reference = article.getByLabel('Referencia')
  await article.getByRole('button', { name: 'Confirmar pago' }).click()
  await expect(reference).toBeFocused()
  await expect(reference).toHaveAccessibleDescription(/\S/)
  await reference.fill('TRF-1')
  await reference.press('Enter')
  await expect(notices(page)).toContainText('Ejecución confirmada')
  await expect(status(page)).toHaveText(`Filtro, 120,05 €, ${works.supplier}: 1 de 2 pedidos por confirmar`)

  await page.goto('/client/payment-batches/new')
  const group = page.getByRole('region', { name: works.supplier, exact: true })
  await group.getByLabel('Grifo').check()
  const sum = page.getByRole('form', { name: 'Nueva remesa SEPA' }).getByRole('status')
  await expect(sum).toHaveText('1 pedido elegido, 120,06 €')
  await group.getByLabel('Filtro').check()
  await expect(sum).toHaveText('2 pedidos elegidos, 240,11 €')
})

test('whoever sends an incomplete order stands at the first field that is missing, and hears why', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Oída al pedir' })
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)
  await page.getByRole('button', { name: 'Guardar' }).click()
  const name = page.getByLabel('Nombre', { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Nombre requerido')
  await expect(page.getByLabel('Monto', { exact: true })).toHaveAccessibleDescription(
    'Monto válido requerido',
  )
})
