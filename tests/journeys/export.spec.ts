import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { filterBy } from './filters.ts'
import { expect, test } from './journey.ts'

/** Ids of the orders in the list, from above. */
const shown = (page: Page) =>
  page
    .locator('main a[href*="/documents/DOC-"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')?.split('/').at(-1)))

async function exported(page: Page, format: 'CSV' | 'Excel') {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return download
}

test('a list is sorted, the address keeps it, and it leaves as a file as it is shown', async ({
  as,
  isMobile,
}) => {
  const page = await as('cliente@demo.example', '/client/projects/payment-orders')
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
  const newestFirst = await shown(page)
  if (isMobile)
    await filterBy(page, form => form.getByLabel('Ordenar').selectOption({ label: 'Menor monto primero' }))
  else {
    const amount = page.getByRole('columnheader', { name: 'Monto' })
    await expect(page.getByRole('columnheader', { name: 'Fecha' })).toHaveAttribute('aria-sort', 'descending')
    await amount.getByRole('button').click()
    await expect(amount).toHaveAttribute('aria-sort', 'descending')
    await amount.getByRole('button').click()
    await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  }
  await expect(page).toHaveURL(/sort=amount/)
  await expect.poll(() => shown(page)).not.toEqual(newestFirst)
  await page.reload()
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
  const ofAllStates = await shown(page)
  await page.getByRole('button', { name: /^Pendientes/ }).click()
  await expect(page).toHaveURL(/status=pending/)
  await expect.poll(() => shown(page)).not.toEqual(ofAllStates)
  await expect(page.locator('main .opacity-60')).toHaveCount(0)
  const pending = await shown(page)

  const file = await exported(page, 'CSV')
  expect(file.suggestedFilename()).toMatch(/ - Pedidos de pago - \d\d-\d\d-\d{4}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
  expect(lines.map(line => line.split(';')[0])).toEqual(pending)
  const amounts = lines.map(line => Number(line.split(';')[5]?.replace(',', '.')))
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
})

test('an export that fails says so and is tried again', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  await expect(page.locator('main a[href*="/documents/DOC-"]').first()).toBeVisible()
  await page.route('**/api/documents/exports', route => route.abort('internetdisconnected'), { times: 1 })
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  await expect(page.getByText('No se ha podido exportar')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  expect((await download).suggestedFilename()).toMatch(/ - Documentos - .*\.xlsx$/)
  await page.goto('/empresa/contracts/CTR-001')
  expect((await exported(page, 'CSV')).suggestedFilename()).toMatch(/ - Documentos CTR-001 - .*\.csv$/)
})

/** An export whose file stands still on its way, until it is let go. */
async function slowExport(page: Page) {
  const going = Promise.withResolvers<void>()
  await page.exposeFunction('letGo', () => going.promise)
  await page.addInitScript(() => {
    const fetched = window.fetch
    window.fetch = async (...given) => {
      const answer = await fetched(...given)
      if (!String(given[0]).includes('frames=1') || !answer.body) return answer
      // All of it has arrived, as a small file may before somebody cancels it.
      const whole = new Uint8Array(await answer.arrayBuffer())
      const body = new ReadableStream({
        async pull(controller) {
          await Reflect.get(window, 'letGo')()
          controller.enqueue(whole)
          controller.close()
        },
      })
      return new Response(body, answer)
    }
  })
  return () => going.resolve()
}

test('an export goes on while its person does something else, and is saved', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  const letGo = await slowExport(page)
  await page.reload()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const shown = page.getByRole('region', { name: 'Exportaciones en marcha' })
  await expect(shown).toContainText(/Exportando \d+ de \d+ pedidos/)
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('a[href="/empresa/contracts"]')?.click(),
  )
  await expect(page.getByRole('heading', { name: 'Contratos', level: 1 })).toBeVisible()
  await expect(shown).toBeVisible()
  const download = page.waitForEvent('download')
  letGo()
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.length).toBeGreaterThan(5)
  await expect(page.getByText(`Exportados ${lines.length - 1} pedidos`)).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('an export is cancelled, and nothing is saved', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/documents')
  const letGo = await slowExport(page)
  await page.reload()
  const downloads: unknown[] = []
  page.on('download', file => downloads.push(file))
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  const shown = page.getByRole('region', { name: 'Exportaciones en marcha' })
  await shown.getByRole('button', { name: 'Cancelar' }).click()
  letGo()
  await expect(page.getByText('Exportación cancelada')).toBeVisible()
  await expect(shown).toHaveCount(0)
  expect(downloads).toEqual([])
})
