import { expect, test, wellMadeDialog } from './journey.ts'

test('an order is repeated each quarter, and its recurrence is paused, changed and ended', async ({
  as,
  works,
}) => {
  const name = `Alquiler ${crypto.randomUUID().slice(0, 4)}`
  const project = await works.project({ name })
  const id = await project.order(name, '120000')
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/${id}`)
  await page.getByRole('button', { name: 'Repetir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repetir este pedido' })
  await expect(dialog.getByLabel('Monto')).toHaveValue('1.200')
  await dialog.getByLabel('Se repite').selectOption('Cada trimestre')
  await expect(dialog.getByText(/^Se creará el \d\d\/\d\d\/\d{4}, el .*…$/)).toBeVisible()
  await dialog.getByLabel('Próxima fecha', { exact: true }).fill('01/01/2020')
  await dialog.getByRole('button', { name: 'Repetir' }).click()
  await expect(dialog.getByText(/La primera fecha es, como pronto/)).toBeVisible()
  const firstOn = `15/01/${new Date().getFullYear() + 2}`
  await dialog.getByLabel('Próxima fecha', { exact: true }).fill(firstOn)
  await wellMadeDialog(page)
  await dialog.getByRole('button', { name: 'Repetir' }).click()
  await expect(page.getByText('Repetición guardada')).toBeVisible()

  await page.goto('/client/recurrences')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText('Cada trimestre')).toBeVisible()
  await expect(row.getByText(firstOn)).toBeVisible()
  const choose = async (item: string) => {
    await row.getByRole('button', { name: `Más acciones: ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Pausar')
  await expect(row.getByText('En pausa')).toBeVisible()
  await row.getByRole('button', { name: 'Reanudar' }).click()
  await expect(row.getByText('En marcha')).toBeVisible()
  await choose('Cambiar')
  const change = page.getByRole('dialog', { name: 'Cambiar la repetición' })
  await change.getByLabel('Monto').fill('1.300')
  await change.getByLabel('Termina en una fecha').check()
  await change.getByLabel('Hasta, inclusive', { exact: true }).fill(`31/12/${new Date().getFullYear() + 3}`)
  await change.getByRole('button', { name: 'Guardar' }).click()
  await expect(row.getByText('1.300,00')).toBeVisible()
  await choose('Omitir la próxima fecha')
  await expect(row.getByText(`15/04/${new Date().getFullYear() + 2}`)).toBeVisible()
  await choose('Terminar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Terminar' }).click()
  await expect(row.getByText('Terminada')).toBeVisible()
})
