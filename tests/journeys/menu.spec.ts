import { expect, test } from './journey.ts'

test('the menu says in which company one is, and counts what waits for whom @desktop', async ({
  as,
  works,
}) => {
  const who = await works.person('Magda', 'Cuenta')
  const project = await works.project({ name: 'Contados', approverIds: [who.id] })
  const menuOf = async (email: string) =>
    (await as(email)).getByRole('navigation', { name: 'Menú principal' })
  const approvals = { name: 'Aprobaciones Pendientes' }
  const menu = await menuOf(who.email)
  await expect(menu.getByText('Grupo Miramar', { exact: true })).toBeVisible()
  await expect(menu.getByRole('link', approvals)).toHaveAccessibleDescription('')
  const first = await project.order('Uno', '70001')
  await expect(menu.getByRole('link', approvals)).toHaveAccessibleDescription('1 espera por ti')
  await project.order('Dos', '70002')
  await expect(menu.getByRole('link', approvals)).toHaveAccessibleDescription('2 esperan por ti')
  await works.decide(who, first, 'approve')
  await expect(menu.getByRole('link', approvals)).toHaveAccessibleDescription('1 espera por ti')
  const caja = await menuOf(works.caja.email)
  await expect(caja.getByRole('link', { name: 'Confirmaciones Pendientes' })).toHaveAccessibleDescription(
    /^\d+\+? esperan? por ti$/,
  )
})

test('one link of a screen is that of the page one is on: the way back to those above it is not @desktop', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/projects/PRJ-001/documents/DOC-003')
  const way = page.getByRole('navigation', { name: 'Ruta' })
  await expect(way.getByRole('link')).toHaveText(['Proyectos', 'Reforma Hotel Brisa'])
  await expect(page.getByRole('link', { name: 'Reforma Hotel Brisa' })).not.toHaveCount(1)
  await expect(page.locator('a[aria-current="page"]')).toHaveText(['Proyectos'])
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await expect(menu.locator('a[aria-current="page"]')).toHaveText(['Proyectos'])
})

test('on a laptop of 1280 × 720 every entry of the longest menu is in sight @desktop', async ({ as }) => {
  const page = await as('empresa@demo.example')
  await page.setViewportSize({ width: 1280, height: 720 })
  const entries = page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link')
  await expect(entries.last()).toHaveText('Mi perfil')
  for (const entry of [entries.first(), entries.last()]) await expect(entry).toBeInViewport({ ratio: 1 })
})
