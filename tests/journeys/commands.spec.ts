import { expect, test, wellMadeDialog } from './journey.ts'

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
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents\/DOC-009$/)

  await open()
  await page.keyboard.type('7500.50')
  await expect(page.getByRole('option', { name: /Puesta en marcha.*7\.500,50/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()

  await open()
  await page.keyboard.type('emision')
  await expect(page.getByRole('option', { name: 'Nuevo Pedido de Emisión' })).toBeVisible()
  await page.getByRole('option', { name: 'Nuevo Pedido de Emisión' }).click()
  // Of the project whose order was on screen.
  await expect(page).toHaveURL(/\/empresa\/projects\/PRJ-001\/documents\/new\?type=emision$/)

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

test('every command of the palette has its keys, which do the same on any screen but where one types @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  await expect(page.getByRole('heading', { level: 1, name: 'Documentos' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const commands = page.getByRole('option')
  await expect(commands.first()).toBeVisible()
  const keys = await commands.evaluateAll(all => all.map(one => one.querySelectorAll('kbd').length))
  expect(new Set(keys)).toEqual(new Set([2]))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
  // A key that writes nothing is no second key: Tab moves the focus as ever, and the key after it is a first one.
  await page.locator('main').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toHaveCount(1)
  await page.getByLabel('Buscar contratos...').fill('')
  await page.getByLabel('Buscar contratos...').pressSequentially('gp')
  await expect(page).toHaveURL(/q=gp/)
  await page.getByLabel('Buscar contratos...').blur()
  await page.keyboard.press('n')
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/empresa\/documents\/new\?type=emision$/)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('En todas las pantallas')).toBeVisible()
  await wellMadeDialog(page)

  await test.step('and sign nobody out of a form with something in it', async () => {
    await page.goto('/empresa/contracts/new')
    await page.getByLabel('Descripción', { exact: true }).fill('Obra')
    await page.getByLabel('Descripción', { exact: true }).blur()
    await page.keyboard.press('v')
    await page.keyboard.press('s')
    const question = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' })
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(page.getByLabel('Descripción', { exact: true })).toHaveValue('Obra')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('what a search finds opens on its own page: a provider and a client too @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example')
  for (const { typed, option, address } of [
    {
      typed: 'climatización norte',
      option: /^Climatización Norte/,
      address: /\/empresa\/providers\/PRV-\d+$/,
    },
    { typed: 'hoteles brisa', option: /^Hoteles Brisa/, address: /\/empresa\/clients\/[0-9a-f-]{36}$/ },
  ]) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill(typed)
    await page.getByRole('option', { name: option }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
})
