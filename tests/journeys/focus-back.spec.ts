import type { Page } from '@playwright/test'
import { dayFromToday } from '#tests/support/days.ts'
import { camtFile } from '../support/bank-files.ts'
import { expect, test } from './journey.ts'

/** Name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: has } = document
    return has?.getAttribute('aria-label') ?? has?.textContent ?? ''
  })

test('a dialog that an item of a menu opened gives the focus back to the button of the menu', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/contracts/CTR-002')
  for (const how of ['with the dialog still to load', 'with it loaded']) {
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Completar' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByLabel('Motivo')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => focused(page), how).toBe('Más acciones')
  }
})

test('saved views give the focus back to their button, the first time too', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/clients')
  await page.getByRole('button', { name: 'Vistas' }).click()
  await expect(page.getByText('Una vista guarda')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => focused(page)).toBe('Vistas')
})

test('the calendar of a date gives the focus back to its button, whether a day was chosen or not', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/contracts/new')
  const button = page.getByRole('button', { name: 'Abrir el calendario de Fin' })
  for (const key of ['Escape', 'Escape', 'Enter']) {
    await button.click()
    const calendar = page.getByRole('dialog', { name: 'Calendario de Fin' })
    await expect(calendar.locator(':focus')).toHaveCount(1)
    await page.keyboard.press(key)
    await expect(calendar).toHaveCount(0)
    await expect.poll(() => focused(page), key).toBe('Abrir el calendario de Fin')
  }
  await expect(page.getByLabel('Fin', { exact: true })).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
})

test('the options of a field near the end of the window are brought into sight', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/settings')
  const field = page.getByRole('combobox', { name: 'Zona horaria' })
  await field.evaluate(input => input.scrollIntoView({ block: 'end' }))
  await field.click()
  const options = page.getByRole('listbox', { name: 'Zona horaria' })
  await expect(options).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toBeFocused()
})

test('a file that is shown has a ring while the keys go to it @desktop', async ({ as }) => {
  const page = await as('marta@demo.example', '/client/projects/PRJ-001/documents/DOC-016')
  const viewer = page.getByTitle(/^Vista previa de /)
  // Nothing else is on it, once it has painted.
  const ring = viewer.locator('xpath=following-sibling::*')
  await expect(viewer).toBeVisible()
  await expect(ring).toHaveCount(0)
  await page.getByRole('button', { name: 'Aprobar', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(ring).toBeVisible()
  await page.getByRole('button', { name: 'Aprobar', exact: true }).focus()
  await expect(ring).toHaveCount(0)
})

test('a line that leaves the list of the bank gives the focus to the one in its place, the last one to the way on @desktop', async ({
  as,
  works,
}) => {
  const admin = await works.tokenOf({ email: 'empresa@demo.example' })
  const { body: me } = await works.talk.get('/api/people?q=Prieto', admin)
  const { body: company } = await works.talk.get('/api/company', admin)
  const { body: supplier } = await works.talk.get(`/api/providers/${works.providerId}`, admin)
  const project = await works.project({ name: 'Embotellado', executorIds: [me.items[0].userId] })
  await works.approve(await project.order('Cápsulas', '64827'))
  const parts = [{ iban: supplier.iban, name: works.supplier }]
  const entries = [{ amount: '648.27', on: dayFromToday(), parts }]
  const buffer = camtFile({ iban: company.account.iban, entries })

  const page = await as('empresa@demo.example', '/empresa/bank')
  const lines = page.getByRole('list', { name: 'Movimientos por conciliar' }).getByRole('listitem')
  const putAside = async (text: string) => {
    await lines.filter({ hasText: text }).getByRole('button', { name: 'Apartar' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Qué es')).toBeFocused()
    await page.keyboard.type('Se mira después')
    await page.getByRole('dialog').getByRole('button', { name: 'Apartar' }).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(lines.filter({ hasText: text })).toHaveCount(0)
  }
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'extracto.xml', mimeType: 'text/xml', buffer })
  await expect(lines).toHaveCount(3)

  await test.step('a sure one that is put aside: to the other, which stands in its place', async () => {
    await putAside('Cajas de cartón')
    await expect(lines.first().locator(':focus')).toHaveText(/^DOC-/)
  })
  await test.step('the sure ones that are confirmed at once: to the first that is left', async () => {
    await page.getByRole('button', { name: 'Confirmar el que coincide' }).focus()
    await page.keyboard.press('Enter')
    await expect(lines).toHaveCount(1)
    await expect(lines.getByRole('button', { name: 'Apartar' })).toBeFocused()
  })
  await test.step('the last one: to what the empty list leads on to', async () => {
    await putAside('Comisión de servicio')
    await expect(page.getByRole('link', { name: 'Ver las remesas' })).toBeFocused()
  })
  await test.step('those that are brought back: to the other, then to the list, which has nothing any more', async () => {
    await page.goto('/empresa/bank?tab=explained')
    const aside = page.getByRole('list', { name: 'Apartados' }).getByRole('listitem')
    await expect(aside).toHaveCount(2)
    const back = aside.getByRole('button', { name: 'Devolver a la lista' })
    await back.last().focus()
    await page.keyboard.press('Enter')
    await expect(aside).toHaveCount(1)
    await expect(back).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('No hay movimientos apartados')).toBeVisible()
    await expect(page.locator('main :focus')).toContainText('No hay movimientos apartados')
  })
})
