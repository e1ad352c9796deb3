import type { Page } from '@playwright/test'
import { filterBy, filterChips } from './filters.ts'
import { expect, test, wellMadeDialog } from './journey.ts'
import { smallestTarget, smallTargetsOn } from './targets.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Vistas', exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Vistas guardadas' })
const view = (page: Page, name: string) => panel(page).getByRole('link', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Estado de los documentos' }).getByRole('button', { name })

async function open(page: Page) {
  await button(page).click()
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByRole('status', { name: 'Cargando vistas' })).toHaveCount(0)
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
}

test('a view is saved, found again from elsewhere, changed, updated, renamed and deleted', async ({
  as,
  works,
  isMobile,
}) => {
  test.slow()
  const vera = await works.administrator('Vera', 'Mirador')
  const page = await as(vera.email, '/empresa/documents')

  await test.step('what a view is, is said where there is none', async () => {
    await open(page)
    await expect(panel(page)).toContainText('Una vista guarda con un nombre lo que buscas')
    await expect(panel(page).getByRole('textbox')).toHaveCount(0)
    await wellMadeDialog(page)
    await close(page)
  })

  await test.step('it keeps what the address says', async () => {
    await filterBy(page, form => form.getByLabel('Tipo de pedido').selectOption('gasto'))
    await tab(page, 'Pendientes').click()
    await expect(page).toHaveURL(/documents\?(?=.*type=gasto)(?=.*status=pending)/)
    await open(page)
    await panel(page).getByLabel('Guarda lo que ves con un nombre').fill('Por decidir')
    await panel(page).getByRole('button', { name: 'Guardar vista' }).click()
    await expect(page.getByText('Vista «Por decidir» guardada')).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()
  })

  await test.step('it is found from anywhere by its name', async () => {
    await page.goto('/empresa/contracts')
    await open(page)
    await expect(panel(page).getByRole('link')).toHaveCount(0)
    await close(page)
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill('decidir')
    await page.getByRole('option', { name: /^Vista: Por decidir/ }).click()
    await expect(page).toHaveURL(/\/empresa\/documents\?(?=.*type=gasto)(?=.*status=pending)/)
    await expect(tab(page, 'Pendientes')).toHaveAttribute('aria-pressed', 'true')
    await expect(filterChips(page)).toHaveText(['Quitar el filtro Tipo:Pedido de Pago'])
  })

  await test.step('what is changed of it updates it, also after a refresh', async () => {
    await tab(page, 'Pagados').click()
    await expect(page).toHaveURL(/status=paid/)
    await page.reload()
    await expect(tab(page, 'Pagados')).toHaveAttribute('aria-pressed', 'true')
    await open(page)
    await expect(panel(page)).toContainText('Has cambiado «Por decidir» desde que la abriste.')
    await expect(view(page, 'Por decidir')).not.toHaveAttribute('aria-current')
    await wellMadeDialog(page)
    const least = isMobile ? smallestTarget.finger : smallestTarget.pointer
    expect(await smallTargetsOn(page, least)).toEqual([])
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: isMobile ? 320 : width, height })
    await wellMadeDialog(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width, height })
    await panel(page).getByRole('button', { name: 'Actualizar la vista' }).click()
    await expect(page.getByText('Vista «Por decidir» actualizada')).toBeVisible()
    await open(page)
    await expect(view(page, 'Por decidir')).toHaveAttribute('aria-current', 'page')
    await expect(panel(page).getByRole('button', { name: 'Guardar vista' })).toHaveCount(0)
    await close(page)
  })

  await test.step('it leads back to what it says from wherever the list is', async () => {
    await page.goto('/empresa/documents')
    await open(page)
    await view(page, 'Por decidir').click()
    await expect(page).toHaveURL(/documents\?(?=.*type=gasto)(?=.*status=paid)/)
    await expect(tab(page, 'Pagados')).toHaveAttribute('aria-pressed', 'true')
    await expect(panel(page)).toHaveCount(0)
  })

  await test.step('it is renamed, and no other takes its name', async () => {
    await open(page)
    await panel(page).getByRole('button', { name: 'Cambiar el nombre de Por decidir' }).click()
    const name = panel(page).getByLabel('Nombre nuevo de «Por decidir»')
    await expect(name).toBeFocused()
    await name.fill('Pagos hechos')
    await panel(page).getByRole('button', { name: 'Cambiar el nombre', exact: true }).click()
    await expect(view(page, 'Pagos hechos')).toBeFocused()
    await close(page)
    await tab(page, 'Rechazados').click()
    await expect(page).toHaveURL(/status=rejected/)
    await open(page)
    const another = panel(page).getByLabel('O guarda lo que ves con otro nombre')
    await another.fill('PAGOS HECHOS')
    await panel(page).getByRole('button', { name: 'Guardar vista' }).click()
    await expect(panel(page)).toContainText('Ya tienes una vista de esta lista con ese nombre.')
    await wellMadeDialog(page)
    await another.fill('Pagos que no')
    await panel(page).getByRole('button', { name: 'Guardar vista' }).click()
    await expect(page.getByText('Vista «Pagos que no» guardada')).toBeVisible()
  })

  await test.step('it is deleted, brought back, and gone for good when nobody brings it back', async () => {
    await open(page)
    await panel(page).getByRole('button', { name: 'Eliminar Pagos hechos' }).click()
    await expect(panel(page)).toContainText('«Pagos hechos» eliminada')
    const undo = panel(page).getByRole('button', { name: 'Deshacer' })
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(view(page, 'Pagos hechos')).toBeFocused()
    await panel(page).getByRole('button', { name: 'Eliminar Pagos que no' }).click()
    await expect(undo).toBeFocused()
    await close(page)
    await page.reload()
    await open(page)
    await expect(panel(page).getByRole('link')).toHaveText(['Pagos hechos'])
    await close(page)
  })
})

test('a view of a project that is gone opens, and says what to do', async ({ as, works }) => {
  const clara = await works.administrator('Clara', 'Ayer')
  const body = { list: 'documents', name: 'Obra vieja', search: { project: 'PRJ-999', q: 'cemento' } }
  const answer = await works.talk.post('/api/saved-views', await works.tokenOf(clara), body)
  expect(answer.status).toBe(200)
  const page = await as(clara.email, '/empresa/documents')
  await open(page)
  await view(page, 'Obra vieja').click()
  await expect(page.getByText('No se encontraron documentos')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('cemento')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL(/\/empresa\/documents$/)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('the end of a page can be scrolled above a notice, which covers nothing for good @desktop', async ({
  as,
  works,
}) => {
  const vela = await works.administrator('Vela', 'Alta')
  const page = await as(vela.email, '/empresa/documents')
  await page.getByRole('button', { name: 'Monto', exact: true }).click()
  await open(page)
  await panel(page).getByRole('textbox').fill('Por monto')
  await panel(page).getByRole('button', { name: 'Guardar vista' }).click()
  const notice = page.getByRole('listitem').filter({ hasText: 'Vista «Por monto» guardada' })
  await expect(notice).toBeVisible()
  // The pointer on it keeps it there.
  await notice.hover()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const [top, end] = await Promise.all([
    notice.evaluate(shown => shown.getBoundingClientRect().top),
    page
      .getByRole('table')
      .first()
      .evaluate(table => table.getBoundingClientRect().bottom),
  ])
  expect(end).toBeLessThanOrEqual(top)
  expect(end).toBeGreaterThan(top / 2)
})
