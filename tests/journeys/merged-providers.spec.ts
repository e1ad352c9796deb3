import { talkTo } from '../support/talk.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'
import { makeWorks } from './works.ts'

test('two providers that are one are merged, and both addresses lead to the one that stays', async ({
  as,
  server,
}) => {
  // Its supplier is merged: others keep theirs.
  const talk = talkTo(server.origin, { isPatient: true })
  const works = await makeWorks(talk)
  const project = await works.project({ name: 'Bodega' })
  await project.order('Toneles de roble', '12000')
  const admin = await talk.signIn('empresa')
  const { body: found } = await talk.get(`/api/providers?q=${encodeURIComponent(works.supplier)}`, admin)
  const goneId = String(found.items[0].id)
  const stays = `${works.supplier} SL`
  const { body: made } = await talk.post('/api/providers', admin, { name: stays })

  const page = await as('empresa@demo.example', `/empresa/providers/${made.id}`)
  await test.step('the preview says what moves, and that no account does', async () => {
    await page.getByRole('button', { name: 'Fusionar con…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('No se puede deshacer')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Fusionar con' }).fill(works.supplier)
    await page.getByRole('option', { name: goneId }).click()
    await expect(dialog.getByText(`Pasa a ${stays}: 1 pedido (1 en camino), 1 contrato`)).toBeVisible()
    await expect(dialog.getByText('El que queda no tiene cuenta')).toBeVisible()
    await wellMadeDialog(page)
    await dialog.getByRole('button', { name: 'Fusionar para siempre' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the survivor has the orders, and the old address leads to it', async () => {
    await expect(page.getByText(`Fusionado con ${works.supplier} (${goneId})`)).toBeVisible()
    await wellMade(page)
    await page.goto(`/empresa/providers/${goneId}`)
    await expect(page.getByRole('heading', { level: 1, name: stays })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/empresa/providers/${made.id}$`))
    await page.getByRole('link', { name: 'Ver sus pedidos' }).click()
    await expect(page.getByText('Toneles de roble').first()).toBeVisible()
  })
})
