import fs from 'node:fs'
import { expect, test } from './people.ts'

const pages = fs.readdirSync('docs/ayuda').filter(name => name.endsWith('.md'))

test('somebody who is not in finds a task in the help, with its picture, and goes to its screen', async ({
  visit,
}) => {
  const page = await visit('/login')
  await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(pages.length)

  await test.step('the search leaves the tasks that speak of it', async () => {
    const search = page.getByRole('searchbox', { name: 'Buscar en la ayuda...' })
    await search.fill('sustitucion')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Delegar y sustituir'])
    await search.fill('zeppelin')
    await expect(page.getByText('Ninguna tarea habla de eso')).toBeVisible()
    await page.getByRole('button', { name: 'Ver todas' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(pages.length)
  })

  await test.step('the index leads to the task, whose picture loads when it comes near', async () => {
    await page.getByRole('navigation', { name: 'Tareas' }).getByText('Leer la Constancia').click()
    await expect(page).toHaveURL(/\/ayuda#constancia$/)
    const picture = page.getByRole('img', { name: 'Página pública que comprueba una constancia' })
    await expect(picture).toBeInViewport()
    await expect(picture).toHaveJSProperty('naturalWidth', 1280)
  })

  await test.step('a step leads to its screen', async () => {
    await page.getByRole('link', { name: 'Comprobar una constancia' }).click()
    await expect(page).toHaveURL(/\/verificar$/)
  })
})

test('an address with an anchor opens at its task', async ({ visit }) => {
  const page = await visit('/ayuda#remesa-sepa')
  await expect(page.getByRole('heading', { name: 'Pagar muchos con una remesa SEPA' })).toBeInViewport()
})

test('the keys of a screen lead to the help @desktop', async ({ as, works }) => {
  const approver = await works.person('Ofelia', 'Ayuda')
  const page = await as(approver.email)
  await page.goto('/client/documents')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('link', { name: 'Ayuda, paso a paso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
})
