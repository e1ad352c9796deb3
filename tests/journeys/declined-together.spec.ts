import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('several orders are returned together, one reason for all but one, and rejected with a reason each', async ({
  as,
  works,
}) => {
  const approver = await works.person('Delia', 'Devuelve')
  const project = await works.project({
    name: 'Obra de Delia',
    approverIds: [approver.id],
    total: '10000000',
  })
  const names = ['Ladrillos', 'Tejas', 'Cal', 'Yeso']
  const ids: string[] = []
  for (const [at, name] of names.entries()) ids.push(await project.order(name, `${41000 + at * 1000}`))
  const page = await as(approver.email, '/client/pending-approvals')
  const list = page.getByRole('list', { name: 'Documentos pendientes' })
  await expect(list.getByRole('listitem')).toHaveCount(4)
  const choose = async (...chosen: string[]) => {
    for (const name of chosen)
      await list.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox').check()
  }
  const bar = page.getByRole('region', { name: 'Elegidos' })
  const dialog = page.getByRole('dialog')
  const reason = (at: number) => dialog.getByRole('textbox', { name: /^Motivo de DOC-/ }).nth(at)

  await test.step('a return says why of each, before anything is sent', async () => {
    await choose('Ladrillos', 'Tejas')
    await wellMade(page)
    await bar.getByRole('button', { name: 'Devolver' }).click()
    await dialog.getByRole('button', { name: 'Devolver 2' }).click()
    await expect(dialog.getByText('Explica qué hay que cambiar.')).toHaveCount(2)
    await dialog.getByRole('textbox', { name: /^Motivo para todos/ }).fill('Falta la factura')
    await reason(1).fill('Falta el albarán')
    await wellMadeDialog(page)
  })

  await test.step('closing loses nothing, and both are returned', async () => {
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await bar.getByRole('button', { name: 'Devolver' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Motivo para todos/ })).toHaveValue('Falta la factura')
    await expect(reason(1)).toHaveValue('Falta el albarán')
    await dialog.getByRole('button', { name: 'Devolver 2' }).click()
    await expect(dialog).toBeHidden()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const token = await works.tokenOf(works.client)
    const said = await Promise.all(
      ids
        .slice(0, 2)
        .map(
          async id => (await works.talk.get(`/api/documents/${id}/timeline`, token)).body.items.at(-1).reason,
        ),
    )
    expect(said.toSorted()).toEqual(['Falta el albarán', 'Falta la factura'])
  })

  await test.step('one that changed meanwhile stays with why, and the other is rejected', async () => {
    await choose('Cal', 'Yeso')
    await bar.getByRole('button', { name: 'Rechazar' }).click()
    await works.decide(approver, ids[2] ?? '', 'approve')
    await reason(0).fill('No procede')
    await reason(1).fill('Tampoco')
    await dialog.getByRole('button', { name: 'Rechazar 2' }).click()
    await expect(dialog.getByRole('heading', { name: 'Queda 1 sin rechazar' })).toBeVisible()
    await expect(dialog.getByText(/Ya has decidido|ya no está en aprobación/)).toBeVisible()
    await expect(reason(0)).toHaveValue('No procede')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })
})
