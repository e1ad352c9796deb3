import type { Page } from '@playwright/test'
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
