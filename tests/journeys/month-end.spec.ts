import { expect, test, wellMade } from './journey.ts'

test('a month is closed with its Constancias, its archive is downloaded, and whoever has its digest checks it', async ({
  as,
}) => {
  const page = await as('empresa@demo.example')
  await page.goto('/empresa/month-end')
  await expect(page.getByRole('heading', { name: 'Cierre de mes', level: 1 })).toBeVisible()
  const closes = page.getByRole('region', { name: 'Cierre', exact: true })
  await wellMade(page)
  await closes.getByRole('button', { name: 'Cerrar el mes' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Cerrar el mes' })
    .click()
  await expect(closes.getByText('Versión 1')).toBeVisible()
  const archive = page.waitForEvent('download')
  await closes.getByRole('button', { name: 'Descargar ZIP' }).click()
  expect((await archive).suggestedFilename()).toMatch(/Cierre \d{4}-\d{2} v1\.zip$/)
  await closes.getByRole('link', { name: /^[0-9a-f]{64}$/ }).click()
  await expect(page.getByText('La huella es auténtica')).toBeVisible()
  // A proof says the instant itself, and not how long ago that is.
  await expect(page.getByText(/cerró .* el \d\d\/\d\d\/\d{4} \d\d:\d\d: es la versión \d+/)).toBeVisible()
})
