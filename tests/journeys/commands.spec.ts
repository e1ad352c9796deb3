import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('the palette goes to a screen, finds an order by its id, and begins a new one, by keyboard alone @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example')
  const box = page.getByRole('combobox', { name: 'Buscar o ir a' })

  const open = async () => {
    await page.keyboard.press('Control+k')
    await expect(box).toBeFocused()
  }

  await open()
  await wellMadeDialog(page)
  await page.keyboard.type('confirmaci')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Confirmaciones Pendientes' })).toBeVisible()
  await expect(box).toBeHidden()

  await open()
  await page.keyboard.type('doc-009')
  await expect(page.getByRole('option', { name: /^DOC-009/ })).toBeVisible()
  await wellMadeDialog(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents\/DOC-009$/)
  await wellMade(page)

  await open()
  await page.keyboard.type('7500.50')
  await expect(page.getByRole('option', { name: /Puesta en marcha.*7\.500,50/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()

  await open()
  await page.keyboard.type('emision')
  await expect(page.getByRole('option', { name: 'Nuevo Pedido de Emisión' })).toBeVisible()
  await page.getByRole('option', { name: 'Nuevo Pedido de Emisión' }).click()
  await expect(page).toHaveURL(/\/empresa\/documents\/new\?type=emision$/)

  await open()
  await page.keyboard.type('nada de nada')
  await expect(page.getByText('Nada coincide con «nada de nada».')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
})

test('the palette finds for a provider only what is theirs, and opens under the thumb @phone', async ({
  as,
}) => {
  const page = await as('proveedor@demo.example')
  await page.getByRole('button', { name: 'Buscar' }).click()
  const box = page.getByRole('combobox', { name: 'Buscar o ir a' })
  await box.fill('PRJ-00')
  await expect(page.getByRole('option', { name: /^PRJ-001/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^PRJ-002/ })).toBeHidden()
  await wellMadeDialog(page)
  await page.getByRole('option', { name: /^PRJ-001/ }).click()
  await expect(page).toHaveURL(/\/provider\/projects\/PRJ-001$/)
})

test('every list is walked with j and k, opened with Enter and searched with /, and ? says so @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example')
  await page.goto('/empresa/documents')
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Buscar documentos...')).toBeFocused()
  await page.keyboard.type('jk')
  await expect(page.getByLabel('Buscar documentos...')).toHaveValue('jk')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Teclas de esta pantalla' })).toBeVisible()
  await wellMadeDialog(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).not.toHaveURL(/q=/)
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents\/DOC-\d+$/)
})
