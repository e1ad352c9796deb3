// The filters of a list of orders: their form, and the chips of those that are set.
import { expect, type Locator, type Page } from '@playwright/test'

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filtros/ }).click()
  const form = page.getByRole('dialog', { name: 'Filtros' })
  await expect(form).toBeVisible()
  return form
}

/** Applies what `fill` leaves in the form. */
export async function filterBy(page: Page, fill: (form: Locator) => Promise<unknown>): Promise<void> {
  const form = await openFilters(page)
  await fill(form)
  await form.getByRole('button', { name: 'Aplicar' }).click()
  await expect(form).toHaveCount(0)
}

/** Chooses one of those that a typed part of the name finds. */
export async function chooseIn(form: Locator, field: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).fill(name)
  await form.getByRole('option', { name }).first().click()
}

export const filterChips = (page: Page): Locator =>
  page.getByRole('list', { name: 'Filtros puestos' }).getByRole('button', { name: /^Quitar el filtro/ })
