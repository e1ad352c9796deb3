import { readFile } from 'node:fs/promises'
import { unzipped } from '#tests/support/unzip.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('the Constancias of a list leave in one ZIP, whose digest is checked by anybody', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Archivada' })
  const orders = [await project.order('Faroles', '40000'), await project.order('Bancos', '60000')]
  for (const order of orders) await works.approve(order)
  const page = await as(works.client.email, `/client/documents?project=${project.id}`)
  await expect(page.locator('main a[href*="/documents/DOC-"]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Constancias (ZIP)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archivo de constancias' })

  const files = await test.step('it is made, and downloaded when it is complete', async () => {
    await wellMadeDialog(page)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Crear el archivo' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/ - Constancias \d{4}-\d\d-\d\d\.zip$/)
    await expect(dialog.getByText('Archivo de 2 constancias creado')).toBeVisible()
    return unzipped(await readFile(await file.path()))
  })
  expect(Object.keys(files).filter(name => name.startsWith('Constancia '))).toEqual(
    orders.map(id => `Constancia ${id}.pdf`),
  )

  await test.step('it stands among those made before, with its digest', async () => {
    await expect(dialog.getByRole('button', { name: 'Descargar ZIP' })).toBeVisible()
    await wellMadeDialog(page)
    const digest = dialog.getByRole('link', { name: /^[0-9a-f]{64}$/ })
    await digest.click()
    await expect(page.getByText('La huella es auténtica')).toBeVisible()
    await expect(page.getByText(/un archivo de 2 constancias/)).toBeVisible()
    await wellMade(page)
  })
})
