import type { Page } from '@playwright/test'
import { expect, test, wellMadeDialog } from './journey.ts'
import { smallestTarget, smallTargetsOn } from './targets.ts'

const look = (page: Page, name: string) => page.getByRole('dialog', { name })
const link = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^Ver DOC-\\d+, ${name}$`) })

test('space looks at the order of a row, keys move along, and the focus comes back to its row @desktop', async ({
  as,
  works,
}) => {
  const paula = await works.person('Paula', 'Mira')
  const project = await works.project({ name: 'Obra mirada', approverIds: [paula.id] })
  for (const name of ['Arena mirada', 'Grava mirada', 'Yeso mirado']) await project.order(name, '4321')
  const page = await as(works.client.email, `/client/projects/${project.id}`)
  await expect(link(page, 'Yeso mirado')).toBeVisible()

  await test.step('a row shows its order, its amount and who approves', async () => {
    await link(page, 'Yeso mirado').focus()
    await page.keyboard.press('Space')
    await expect(look(page, 'Yeso mirado')).toBeVisible()
    await expect(look(page, 'Yeso mirado')).toContainText('43,21')
    await expect(look(page, 'Yeso mirado')).toContainText('Paula Mira')
    await expect(page).toHaveURL(new RegExp(`/client/projects/${project.id}$`))
    await wellMadeDialog(page)
  })

  await test.step('above a list that is filtered, the first key goes to its first row, not to a filter', async () => {
    await page.keyboard.press('Escape')
    await page.goto(`/client/projects/${project.id}?type=gasto`)
    await expect(page.getByRole('list', { name: 'Filtros puestos' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(link(page, 'Yeso mirado')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(look(page, 'Yeso mirado')).toBeVisible()
  })

  await test.step('keys and arrows go to the next and back, and stop at the ends', async () => {
    await page.keyboard.press('j')
    await expect(look(page, 'Grava mirada')).toBeVisible()
    await expect(page.locator('tr[data-peeked]')).toContainText('Grava mirada')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expect(look(page, 'Arena mirada')).toBeVisible()
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(look(page, 'Yeso mirado')).toBeVisible()
    await look(page, 'Yeso mirado').getByRole('button', { name: 'Siguiente' }).click()
    await expect(look(page, 'Grava mirada')).toBeVisible()
  })

  await test.step('space and Escape close it, and the focus is on the row that was looked at', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(link(page, 'Grava mirada')).toBeFocused()
    await expect(page.locator('[data-peeked]')).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(look(page, 'Grava mirada')).toBeVisible()
    await page.keyboard.press('Space')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(link(page, 'Grava mirada')).toBeFocused()
  })

  await test.step('a key that comes with the first sight of it is its own, and not the row’s', async () => {
    await page.evaluate(() => {
      const appearing = new MutationObserver(() => {
        if (!document.querySelector('[role=dialog]')) return
        appearing.disconnect()
        const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(space)
        document.documentElement.setAttribute('data-pressed-at-first-sight', '')
      })
      appearing.observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('Space')
    await expect(page.locator('html')).toHaveAttribute('data-pressed-at-first-sight')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(link(page, 'Grava mirada')).toBeFocused()
  })

  await test.step('the keys are told', async () => {
    await page.keyboard.press('?')
    await expect(look(page, 'Teclas de esta pantalla')).toContainText('sin salir de la lista')
    await page.keyboard.press('Escape')
  })

  await test.step('elsewhere space does what it does everywhere', async () => {
    await page.getByRole('searchbox', { name: 'Buscar documentos...' }).fill('Yeso')
    await page.keyboard.press('Space')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Buscar documentos...' })).toHaveValue('Yeso ')
    await expect(link(page, 'Grava mirada')).toHaveCount(0)
  })

  await test.step('Intro opens what is looked at', async () => {
    await link(page, 'Yeso mirado').focus()
    await page.keyboard.press('Space')
    await expect(look(page, 'Yeso mirado')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Yeso mirado' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('on a phone a card has a button that looks at its order @phone', async ({ as, works }) => {
  const project = await works.project({ name: 'Obra de bolsillo' })
  await project.order('Cal de bolsillo', '99')
  const page = await as(works.client.email, `/client/projects/${project.id}`)
  await page.getByRole('button', { name: /^Ver DOC-\d+ sin salir de la lista$/ }).click()
  await expect(look(page, 'Cal de bolsillo')).toBeVisible()
  await expect(look(page, 'Cal de bolsillo')).toContainText('0,99')
  await wellMadeDialog(page)
  expect(await smallTargetsOn(page, smallestTarget.finger)).toEqual([])
  await look(page, 'Cal de bolsillo').getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
