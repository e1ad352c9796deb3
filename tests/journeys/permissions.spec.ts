import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { choose, expect, test, wellMade } from './journey.ts'

const denied =
  'No tienes permisos suficientes para acceder a esta página. Si crees que esto es un error, contacta con tu administrador.'

/** The marks and buttons of one person in the card of permissions. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Personas con permisos' }).getByRole('listitem').filter({ hasText: name })

test('an administrator gives and takes a person’s permissions, and the person finds the project or does not', async ({
  as,
  works,
}) => {
  const eva = await works.person('Eva', 'Lectora', { role: 'client_user', clientId: works.clientId })
  const project = await works.project({ name: 'Bodega abierta' })
  const address = `/client/projects/${project.id}`
  const admin = await as('empresa@demo.example')
  const reader = await as(eva.email, '/client/projects')
  await expect(reader.getByText('No se encontraron proyectos.')).toBeVisible()

  await admin.goto(`/empresa/projects/${project.id}`)
  await expect(admin.getByRole('heading', { name: 'Permisos' })).toBeVisible()
  const search = admin.getByRole('combobox', { name: 'Añadir persona' })
  await expect(search).toBeVisible()
  await admin.getByRole('button', { name: 'Cambiar en Permisos' }).click()
  await expect(search).toBeFocused()
  await choose(admin, 'Añadir persona', eva.name)
  const row = rowOf(admin, eva.name)
  await expect(row.getByRole('checkbox', { name: 'Ver' })).toBeChecked()
  await wellMade(admin)
  await row.getByRole('button', { name: /^Guardar/ }).click()
  await expect(admin.getByText(`Permisos de ${eva.name} guardados`)).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Bodega abierta').first()).toBeVisible()
  await reader.goto(`${address}/documents/new`)
  await expect(reader).toHaveURL(/\/unauthorized$/)

  await row.getByRole('checkbox', { name: 'Editar' }).check()
  await expect(row.getByRole('checkbox', { name: 'Ver' })).toBeDisabled()
  await row.getByRole('button', { name: /^Guardar/ }).click()
  await expect(row.getByRole('button', { name: /^Guardar/ })).toHaveCount(0)
  await expect(row.locator('input:focus'), 'the keys stay with the person').toHaveCount(1)
  await reader.goto(`${address}/documents/new`)
  await expect(reader.getByRole('heading', { level: 1, name: 'Nuevo Documento' })).toBeVisible()

  await row.getByRole('button', { name: `Quitar a ${eva.name}` }).click()
  const dialog = admin.getByRole('alertdialog', { name: `Quitar a ${eva.name}` })
  await dialog.getByRole('button', { name: 'Quitar' }).click()
  await expect(rowOf(admin, eva.name)).toHaveCount(0)
  await reader.goto(address)
  await expect(reader.getByText('No existe o no tienes acceso.')).toBeVisible()
})

test('marks that may not stand together are told before they are sent, and a refusal loses none of them @desktop', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Bodega en marcha' })
  await project.order('Barricas', '10000')
  const admin = await as('empresa@demo.example', `/empresa/projects/${project.id}`)
  const caja = rowOf(admin, works.caja.name)
  await caja.getByRole('checkbox', { name: 'Aprobar' }).check()
  await expect(caja.getByText(/no puede aprobar y ejecutar/)).toBeVisible()
  await caja.getByRole('button', { name: /^Cancelar/ }).click()
  await expect(caja.getByRole('checkbox', { name: 'Aprobar' })).not.toBeChecked()

  const ana = rowOf(admin, works.ana.name)
  await ana.getByRole('checkbox', { name: 'Editar' }).check()
  await ana.getByRole('checkbox', { name: 'Aprobar' }).uncheck()
  await ana.getByRole('button', { name: /^Guardar/ }).click()
  await expect(ana.getByRole('alert')).toContainText('tiene una aprobación pendiente')
  await expect(ana.getByRole('checkbox', { name: 'Editar' })).toBeChecked()
  await expect(ana.getByRole('checkbox', { name: 'Aprobar' })).not.toBeChecked()
})

test('on the client’s side permissions are given to the own people alone @desktop', async ({ as, works }) => {
  const sol = await works.person('Sol', 'Cliente', { role: 'client_user', clientId: works.clientId })
  const project = await works.project({ name: 'Bodega propia' })
  const client = await as(works.client.email, `/client/projects/${project.id}`)
  await expect(rowOf(client, works.ana.name).getByRole('checkbox', { name: 'Aprobar' })).toBeDisabled()
  await choose(client, 'Añadir persona', sol.name)
  const row = rowOf(client, sol.name)
  await expect(row.getByRole('checkbox', { name: 'Aprobar' })).toBeDisabled()
  await row.getByRole('checkbox', { name: 'Editar' }).check()
  await row.getByRole('button', { name: /^Guardar/ }).click()
  await expect(client.getByText(`Permisos de ${sol.name} guardados`)).toBeVisible()
})

test('whoever may not make an order is told so, goes back, and goes home @desktop', async ({ as, works }) => {
  const project = await works.project({ name: 'Bodega vigilada' })
  const page = await as(works.ana.email, '/client/pending-approvals')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`/client/projects/${project.id}/documents/new`)
  await expect(page).toHaveURL(/\/unauthorized$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Acceso denegado' })).toBeVisible()
  await expect(page.getByText(denied)).toBeVisible()
  await page.getByRole('button', { name: 'Volver atrás' }).click()
  await expect(page).toHaveURL(/\/client\/pending-approvals$/)
  await page.goto(`/client/projects/${project.id}/documents/new`)
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('going back from a window with nothing behind it leads home @desktop', async ({ as }) => {
  const page = await as('cliente@demo.example')
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open('/unauthorized', '_blank', 'noopener'))
  const alone = await opened
  await alone.getByRole('button', { name: 'Volver atrás' }).click()
  await expect(alone).toHaveURL(/\/$/)
})

test('a screen that asks for a permission is come back to after signing in @desktop', async ({
  browser,
  server,
  works,
  contextOptions,
}) => {
  const project = await works.project({ name: 'Bodega recordada' })
  const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  const page = await context.newPage()
  const address = `/client/projects/${project.id}/documents/new?type=gasto`
  await page.goto(address)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Correo electrónico').fill(works.client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo Documento' })).toBeVisible()
  await context.close()
})

for (const [who, areas, home] of [
  ['saas', ['/empresa/projects'], '/admin_saas/dashboard'],
  ['empresa', ['/admin_saas/companies'], '/empresa/projects'],
  ['cliente', ['/empresa/clients', '/provider/projects', '/admin_saas/users'], '/client/projects'],
  ['nuria', ['/empresa/clients', '/provider/projects', '/admin_saas/users'], '/client/dashboard'],
  ['marta', ['/empresa/clients', '/provider/projects', '/admin_saas/users'], '/client/projects'],
  ['proveedor', ['/empresa/clients', '/client/projects', '/admin_saas/users'], '/provider/projects'],
  ['taller', ['/empresa/clients', '/client/projects', '/admin_saas/users'], '/provider/projects'],
] as const) {
  test(`${who}@ is sent home from an area of others @desktop`, async ({ as }) => {
    const page = await as(`${who}@demo.example`)
    for (const area of areas) {
      await page.goto(area)
      await expect(page).toHaveURL(new RegExp(`${home}$`))
    }
  })
}
