import type { Page } from '@playwright/test'
import { expect, test, wellMade } from './journey.ts'

/** The header has the company's name to be read, not only to be heard. */
async function showsCompany(page: Page, name: string): Promise<void> {
  const widths = () =>
    page
      .getByRole('banner')
      .getByText(name, { exact: true })
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().width))
  await expect.poll(async () => Math.max(...(await widths()))).toBeGreaterThan(40)
}

test('somebody of two companies goes from one to the other, and sees only where they are', async ({ as }) => {
  const page = await as('gestoria@demo.example')
  await page.waitForURL('**/empresa/projects')
  await expect(page.getByText('Reforma Hotel Brisa')).toBeVisible()
  await wellMade(page)
  await showsCompany(page, 'Grupo Miramar')
  await page.getByRole('button', { name: /Empresa: Grupo Miramar/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Grupo Miramar' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Constructora del Plata' }).click()
  await expect(page.getByText('Ahora trabajas en Constructora del Plata')).toBeVisible()
  await expect(page.getByText('Muelle 3')).toBeVisible()
  await expect(page.getByText('Reforma Hotel Brisa')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /Empresa: Constructora del Plata/ })).toBeVisible()
  await showsCompany(page, 'Constructora del Plata')
  await expect(page.getByText('Muelle 3')).toBeVisible()
})

test('who belongs to one company has nothing to switch @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example')
  await expect(page.getByRole('heading', { name: 'Proyectos' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Cambiar de empresa/ })).toHaveCount(0)
})
