import type { Locator, Page } from '@playwright/test'
import { dayFromToday } from '#tests/support/days.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'
import type { Works } from './works.ts'

/** A treasurer of their own with approved payments in one project, oldest first. */
async function desk(works: Works, name: string, amounts: readonly string[]) {
  const project = await works.project({ name: `Caja de ${name}`, total: '100000000' })
  const ids: string[] = []
  for (const [at, amount] of amounts.entries()) {
    const id = await project.order(`${name} ${at + 1}`, amount)
    await works.approve(id)
    ids.push(id)
  }
  return { project, ids }
}

const payee = (page: Page): Locator => page.getByRole('region', { name: 'Pagar a' })
const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Pedidos por confirmar' }).getByRole('listitem')

/** A form listens to keys a moment after it is drawn: sooner than a person, not than a runner. */
async function pressUntilFocused(page: Page, key: string, field: Locator): Promise<void> {
  await expect(async () => {
    if (!(await field.evaluate(element => element === document.activeElement))) await page.keyboard.press(key)
    await expect(field).toBeFocused({ timeout: 250 })
  }).toPass()
}

test('the treasurer copies the payee with one key, confirms with c and Enter, and stands at the next @desktop', async ({
  as,
  works,
}) => {
  const { ids } = await desk(works, 'Tecla', ['123405', '20000', '30000'])
  const page = await as(works.caja.email)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/client/pending-confirmations?doc=${ids[0]}`)
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { name: 'Tecla 1', exact: true })).toBeVisible()

  await test.step('each of the four is copied by its number, as a bank takes it', async () => {
    await expect(payee(page)).toContainText(works.supplier)
    const shown = await payee(page)
      .getByText(/^[A-Z]{2}\d{2}( \w{1,4})+$/)
      .textContent()
    const account = (shown ?? '').replaceAll(' ', '')
    const copies = [
      ['1', works.supplier],
      ['2', account],
      ['3', '1234,05'],
      ['4', `${ids[0]} Tecla 1`],
    ] as const
    for (const [key, text] of copies) {
      await page.keyboard.press(key)
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    }
    await payee(page).getByRole('button', { name: 'Copiar: Monto' }).click()
    await expect(payee(page).getByRole('status')).toHaveText('Copiado: Monto')
    await wellMade(page)
  })

  await test.step('three payments take three keys and a reference each, and no click', async () => {
    for (const at of [1, 2, 3]) {
      await expect(article.getByRole('heading', { name: `Tecla ${at}`, exact: true })).toBeVisible()
      await expect(article.getByRole('button', { name: 'Confirmar pago' })).toBeVisible()
      await pressUntilFocused(page, 'c', article.getByLabel('Referencia'))
      await page.keyboard.type(`TRF-${at}`)
      await page.keyboard.press('Enter')
    }
    await expect(page.locator('[data-sonner-toast]')).toContainText(`${ids[2]} · Tecla 3`)
    await expect(article.getByRole('heading', { name: 'Tecla 3', exact: true })).toBeHidden()
    for (const [at, id] of ids.entries()) {
      const { body } = await works.talk.get(`/api/documents/${id}/execution`, await works.tokenOf(works.caja))
      expect(body.execution.reference).toBe(`TRF-${at + 1}`)
    }
  })
})

test('a rejected payment gives way to the next, too @desktop', async ({ as, works }) => {
  const { ids } = await desk(works, 'Rechazo', ['41000', '42000'])
  const page = await as(works.caja.email, `/client/pending-confirmations?doc=${ids[0]}`)
  const article = page.getByRole('article')
  await expect(article.getByRole('button', { name: 'Confirmar pago' })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Cuenta cerrada')
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await expect(article.getByRole('heading', { name: 'Rechazo 2', exact: true })).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: 'Rechazo 1' })).toBeHidden()
})

test('several payments are confirmed with one reference and one proof; one that cannot be is told @desktop', async ({
  as,
  works,
}) => {
  const { ids } = await desk(works, 'Junta', ['51000', '52000', '53000'])
  const page = await as(works.caja.email, `/client/pending-confirmations?doc=${ids[0]}`)
  await expect(payee(page)).toBeVisible()
  // Nothing is told to the page: what somebody else does is found out by confirming.
  await page.route('**/api/live', () => {})
  await page.reload()
  await expect(payee(page)).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByRole('region', { name: 'Confirmar varios' })).toContainText('1.560')
  await page.keyboard.press('Shift+C')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Pagos elegidos' }).getByRole('listitem')).toHaveCount(3)
  await dialog.getByLabel('Referencia').fill('TRF-99')
  await wellMadeDialog(page)
  const second = { revision: 1, executedOn: dayFromToday(), reference: 'TRF-1' }
  await works.talk.post(`/api/documents/${ids[1]}/execution`, await works.tokenOf(works.caja), second)
  await dialog.getByRole('button', { name: 'Confirmar 3' }).click()
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('2 pagos confirmados')
  const missing = dialog.getByRole('list', { name: 'Sin confirmar' })
  await expect(missing.getByRole('listitem')).toHaveCount(1)
  await expect(missing).toContainText('El pedido ya está ejecutado.')
  await wellMadeDialog(page)
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  for (const id of ids)
    await expect(rowsOf(page).filter({ hasText: `Junta ${ids.indexOf(id) + 1}` })).toBeHidden()
})

test('a batch is chosen by search, by provider and by range, and each provider says its sum @desktop', async ({
  as,
  works,
}) => {
  await desk(works, 'Tanda', ['610005', '620000', '630000', '640000'])
  const page = await as(works.caja.email, '/client/payment-batches/new')
  const group = page.getByRole('region', { name: works.supplier, exact: true })
  await expect(group).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar pagos...' }).fill('tanda 6')
  await expect(group.getByRole('listitem')).toHaveCount(4)
  await expect(group).toContainText('25.000,05 €')

  await test.step('shift chooses the range, and the sum of what is chosen is told', async () => {
    await group.getByLabel('Tanda 2').check()
    await group.getByLabel('Tanda 4').click({ modifiers: ['Shift'] })
    await expect(group.getByLabel('Tanda 3')).toBeChecked()
    await expect(group.getByLabel('Tanda 1')).not.toBeChecked()
    await expect(group).toContainText('3 elegidos: 18.900 €')
    await wellMade(page)
  })

  await test.step('a search by name and amount finds one; what it hides stays chosen', async () => {
    await page.getByRole('searchbox', { name: 'Buscar pagos...' }).fill('tanda 6.100,05')
    await expect(group.getByRole('listitem')).toHaveCount(1)
    await group.getByRole('checkbox', { name: works.supplier, exact: true }).check()
    await expect(page.getByRole('heading', { name: '4 pedidos' })).toBeVisible()
    await expect(page.getByText('25.000,05 €', { exact: true })).toBeVisible()
  })
})
