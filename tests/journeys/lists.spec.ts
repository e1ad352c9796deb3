// More providers than a page shows, in a program of its own: no other journey finds them.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startDemo } from '../support/demo-data.ts'
import { talkTo } from '../support/talk.ts'
import { filterChips, openFilters } from './filters.ts'
import { test as base, expect } from './journey.ts'
import { raisePlan } from './works.ts'

const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are asked for.
    async ({}, use) => {
      const server = await startDemo()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const count = 60

/** Never like a number, `255e03`: the address would quote it. */
const word = () => `x${crypto.randomUUID().slice(0, 6)}`

/** Found by one word, which they alone have. */
async function makeProviders(origin: string): Promise<string> {
  const talk = talkTo(origin)
  const admin = await talk.signIn('empresa')
  const tag = word()
  for (let index = 0; index < count; index++) {
    const name = `${index === 0 ? 'Ábaco' : index === 1 ? 'zócalo' : 'Muelle'} ${tag} ${index}`
    expect((await talk.post('/api/providers', admin, { name })).status).toBe(200)
  }
  return tag
}

async function exported(page: Page, format: 'CSV' | 'Excel') {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return download
}

test('a list longer than a page is sorted, goes on, is the same after a refresh, and leaves whole', async ({
  as,
  server,
  isMobile,
}) => {
  const tag = await makeProviders(server.origin)
  const page = await as('empresa@demo.example', '/empresa/providers')
  const listed = (name: string) => page.getByText(name, { exact: true })
  const [first, last] = [listed(`zócalo ${tag} 1`), listed(`Ábaco ${tag} 0`)]

  await test.step('what is typed and how it is sorted are in the address', async () => {
    await page.getByRole('searchbox', { name: 'Buscar proveedores...' }).fill(tag)
    await expect(page).toHaveURL(new RegExp(`q=${tag}`))
    await expect(last).toBeVisible()
    await expect(first).toHaveCount(0)
    const header = page.getByRole('columnheader', { name: 'Nombre' })
    if (isMobile) await page.getByLabel('Ordenar').selectOption({ label: 'Nombre, de la Z a la A' })
    else {
      await expect(header).toHaveAttribute('aria-sort', 'ascending')
      await header.getByRole('button').click()
      await expect(header).toHaveAttribute('aria-sort', 'descending')
    }
    await expect(page).toHaveURL(/sort=-name/)
    await expect(first).toBeVisible()
    await expect(last).toHaveCount(0)
  })

  await test.step('a refresh shows the same, and the rest follows', async () => {
    await page.reload()
    await expect(first).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue(tag)
    await expect(last).toHaveCount(0)
    const table = page.getByRole('table')
    if (!isMobile) await expect(table).toHaveAttribute('aria-rowcount', '-1')
    await page.getByRole('button', { name: 'Cargar más' }).click()
    await expect(last).toBeVisible()
    if (!isMobile) {
      await expect(table).toHaveAttribute('aria-rowcount', String(count + 1))
      await expect(table.getByRole('row').last()).toHaveAttribute('aria-rowindex', String(count + 1))
    }
    await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0)
  })

  await test.step('the file holds all of them, as they are sorted', async () => {
    const file = await exported(page, 'CSV')
    expect(file.suggestedFilename()).toMatch(/ - Proveedores - \d\d-\d\d-\d{4}\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
    const names = lines.map(line => line.split(';')[1])
    expect(names).toHaveLength(count)
    expect([names[0], names.at(-1)]).toEqual([`zócalo ${tag} 1`, `Ábaco ${tag} 0`])
  })
})

test('contracts are put in the order of what is left of them, and leave in it', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/contracts')
  const ids = () =>
    page
      .getByRole('list', { name: 'Contratos' })
      .getByRole('link', { name: /^Ver detalles de CTR-/ })
      .evaluateAll(links => links.map(link => link.getAttribute('href')?.split('/').at(-1)))
  await expect.poll(async () => (await ids()).length).toBeGreaterThan(3)
  const newest = await ids()
  await page.getByLabel('Ordenar').selectOption({ label: 'Más consumidos primero' })
  await expect(page).toHaveURL(/sort=-consumption/)
  await expect.poll(ids).not.toEqual(newest)
  await expect(page.locator('main .opacity-60')).toHaveCount(0)
  const file = await exported(page, 'CSV')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
  expect(lines.map(line => line.split(';')[0])).toEqual(await ids())
  const parts = lines.map(line => Number(line.split(';')[11]?.replace(',', '.')))
  expect(parts).toEqual(parts.toSorted((a, b) => b - a))
})

test('what is typed finds the project and the provider that are not among the first two hundred', async ({
  as,
  server,
}) => {
  const talk = talkTo(server.origin)
  const admin = await talk.signIn('empresa')
  const { body: clients } = await talk.get('/api/clients?q=brisa', admin)
  const clientId = clients.items[0].id
  const { body: contracts } = await talk.get(`/api/contracts?clientId=${clientId}`, admin)
  const make = async (path: string, body: object) =>
    expect((await talk.post(path, admin, body)).status, path).toBe(200)
  const { body: company } = await talk.get('/api/company', admin)
  await raisePlan(talk, company.id)
  const contractIds = [contracts.items[0].id]
  const tag = word()
  for (let index = 0; index < 205; index++) {
    await Promise.all([
      make('/api/projects', { name: `Planta ${index}`, clientId, totalMinor: '100', contractIds }),
      make('/api/providers', { name: `Andamios ${index}`, clientIds: [clientId] }),
    ])
  }
  await make('/api/providers', { name: `Zurcidos ${tag}`, clientIds: [clientId] })

  const page = await as('cliente@demo.example', '/client/documents/new?type=gasto')
  await page.getByRole('combobox', { name: 'Proyecto' }).fill('Reforma Hotel')
  await page.getByRole('option', { name: /Reforma Hotel Brisa/ }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(/\/projects\/PRJ-001\/documents\/new/)
  await expect(page.getByRole('combobox', { name: 'Proyecto' })).toHaveValue('Reforma Hotel Brisa')
  const provider = page.getByRole('combobox', { name: 'Proveedor' })
  await provider.fill(`zurcidos ${tag}`)
  await page.getByRole('option', { name: `Zurcidos ${tag}` }).click()
  await expect(provider).toHaveValue(`Zurcidos ${tag}`)
  // Another project, whose providers are the same: the one that is chosen stays.
  await page.getByRole('combobox', { name: 'Proyecto' }).fill('Planta 3')
  await page.getByRole('option', { name: 'Planta 3 ' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Proyecto' })).toHaveValue(/^Planta 3/)
  await expect(provider).toHaveValue(`Zurcidos ${tag}`)

  await test.step('a list of orders is narrowed to any of them too, and a link to one names it', async () => {
    const found = await talk.get('/api/projects?q=Planta 2&sort=date&limit=1', admin)
    const [{ id, name }] = found.body.items
    const list = await as('cliente@demo.example', `/client/documents?project=${id}`)
    await expect(filterChips(list)).toHaveText([`Quitar el filtro Proyecto:${name}`])
    await expect(list.getByText('No se encontraron documentos')).toBeVisible()
    const form = await openFilters(list)
    await expect(form.getByRole('combobox', { name: 'Proyecto' })).toHaveValue(name)
    await form.getByRole('combobox', { name: 'Proyecto' }).fill('reforma hotel')
    await form.getByRole('option', { name: /Reforma Hotel Brisa/ }).click()
    await form.getByRole('button', { name: 'Aplicar' }).click()
    await expect(list).toHaveURL(/project=PRJ-001/)
    await expect(list.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
    await filterChips(list).click()
    await expect(list).not.toHaveURL(/project=/)
  })
})
