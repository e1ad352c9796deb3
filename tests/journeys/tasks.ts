// The tasks of a day that `npm run tasks` counts: each is walked as a person would, in a real browser.
import { expect, type Page } from '@playwright/test'
import type { Hands } from './hands.ts'

/** A picture of one pixel, for what is sent and confirmed. */
export const picture = {
  name: 'factura.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The button with the supplier that was used last. */
const suggested = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Usar / })

/** A payment order by the keyboard alone, from wherever the client stands. */
export async function orderByKeyboard(page: Page, hands: Hands): Promise<void> {
  // A person presses keys on a screen that is there.
  await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
  await hands.press(page, 'n')
  await hands.press(page, 'p')
  const name = page.getByLabel('Nombre', { exact: true })
  await expect(name).toBeVisible()
  await hands.tabTo(name)
  await hands.type(name, 'Climatización', { isFocused: true })
  await hands.next(page)
  await expect(suggested(page)).toBeFocused()
  await hands.enter(page)
  const amount = page.getByLabel('Monto', { exact: true })
  await hands.tabTo(amount)
  await hands.type(amount, '1200', { isFocused: true })
  await hands.enter(page)
  await expect(page).toHaveURL(/\/client\/projects\/PRJ-\d+$/)
}

/** A payment order with its invoice, on a phone, from the list of projects. */
export async function orderByPhone(page: Page, hands: Hands): Promise<void> {
  await hands.click(page.getByRole('link', { name: /Lagar/ }).first())
  await hands.click(page.getByRole('link', { name: 'Nuevo Documento' }))
  const payment = page.getByRole('radio', { name: /^Solicitar pago/ })
  if (!(await payment.isChecked())) await hands.click(page.getByText('Solicitar pago o gasto'))
  await hands.type(page.getByLabel('Nombre', { exact: true }), 'Conductos 2')
  await hands.click(suggested(page))
  await hands.type(page.getByLabel('Monto', { exact: true }), '1300')
  const choosing = page.waitForEvent('filechooser')
  await hands.click(page.getByRole('button', { name: 'Elegir archivo' }))
  await (await choosing).setFiles(picture)
  await expect(page.getByText(picture.name)).toBeVisible()
  await hands.click(page.getByRole('button', { name: 'Guardar' }))
  await expect(page).toHaveURL(/\/client\/projects\/PRJ-\d+$/)
}

const inboxRows = (page: Page) =>
  page.getByRole('list', { name: 'Documentos pendientes' }).getByRole('listitem')

/** Approves what stands in the inbox, one after the other, until nothing waits. */
export async function approveAll(page: Page, count: number, approve: () => Promise<void>): Promise<void> {
  const title = page.getByRole('article').getByRole('heading').first()
  for (let left = count; left > 0; left--) {
    await expect(inboxRows(page)).toHaveCount(left)
    const before = await title.textContent()
    await approve()
    if (left > 1) await expect(title).not.toHaveText(before ?? '')
  }
  await expect(page.getByText('Nada espera tu decisión')).toBeVisible()
}

/** Approves together all that needs no attention. */
export async function approveTogether(page: Page, hands: Hands, count: number): Promise<void> {
  await hands.click(page.getByLabel(`Las que no necesitan atención (${count})`))
  await hands.click(page.getByRole('button', { name: `Aprobar ${count}` }))
  await hands.click(page.getByRole('dialog').getByRole('button', { name: `Aprobar ${count}` }))
  await expect(page.getByText('Nada espera tu decisión')).toBeVisible()
}

/** Confirms payments one by one, each with its reference and proof. */
export async function confirmPayments(page: Page, hands: Hands, count: number): Promise<void> {
  const article = page.getByRole('article')
  for (let at = 1; at <= count; at++) {
    await expect(article.getByRole('heading', { name: `Pago ${at}`, exact: true })).toBeVisible()
    await expect(article.getByRole('button', { name: 'Confirmar pago' })).toBeVisible()
    const reference = article.getByLabel('Referencia')
    await expect(async () => {
      await page.keyboard.press('c')
      await expect(reference).toBeFocused({ timeout: 250 })
    }).toPass()
    hands.keys++
    await reference.fill('')
    await hands.type(reference, `TRF-${at}`, { isFocused: true })
    const choosing = page.waitForEvent('filechooser')
    await hands.click(article.getByRole('button', { name: 'Elegir archivo' }))
    await (await choosing).setFiles({
      ...picture,
      buffer: Buffer.concat([picture.buffer, Buffer.from([at])]),
    })
    await expect(article.getByText(picture.name)).toBeVisible()
    await hands.click(article.getByRole('button', { name: 'Confirmar pago' }))
  }
  await expect(article.getByRole('heading', { name: `Pago ${count}`, exact: true })).toBeHidden()
}

/**
 * A batch of all that waits, its file once a second person has released it, and its confirmation once the bank has
 * paid.
 */
export async function payByBatch(
  page: Page,
  hands: Hands,
  { supplier, release }: { readonly supplier: string; readonly release: (batchId: string) => Promise<void> },
): Promise<void> {
  const group = page.getByRole('region', { name: supplier, exact: true })
  await hands.click(group.getByRole('checkbox').first())
  await hands.click(page.getByRole('button', { name: 'Crear remesa' }))
  await expect(page.getByRole('heading', { level: 1, name: /^Remesa R-\d+$/ })).toBeVisible()
  await release(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await expect(page.getByRole('button', { name: 'Descargar archivo' })).toBeVisible()
  const download = page.waitForEvent('download')
  await hands.click(page.getByRole('button', { name: 'Descargar archivo' }))
  await download
  await expect(page.getByText('Archivo descargado')).toBeVisible()
  await hands.click(page.getByRole('button', { name: 'Confirmar la remesa' }))
  const dialog = page.getByRole('dialog')
  await hands.type(dialog.getByLabel('Referencia'), 'REM-001')
  await hands.click(dialog.getByRole('button', { name: 'Confirmar la remesa' }))
  await expect(page.getByText(/^Confirmado el pago de 10 pedidos/)).toBeVisible()
}

/** The one order of a supplier with an amount, by the search of all orders. */
export async function findByAmount(page: Page, hands: Hands, words: string, name: string): Promise<void> {
  await hands.type(page.getByRole('searchbox'), words)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(name)
}

/** Payments to a provider this quarter and those pending, from the list of providers. */
export async function askProvider(page: Page, hands: Hands, supplier: string): Promise<void> {
  await hands.click(page.getByRole('link', { name: supplier }).first())
  await expect(page.getByText('Pagado este trimestre')).toBeVisible()
  await expect(page.getByText(/Pendiente de aprobar/).first()).toBeVisible()
}
