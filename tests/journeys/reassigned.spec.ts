import { choose, expect, test, wellMadeDialog } from './journey.ts'

test('an approval of somebody who is ill goes to a colleague, who learns why it is theirs @desktop', async ({
  as,
  works,
}) => {
  // Other journeys ask Ana as well.
  const ill = await works.person('Irene', 'Ausente')
  const heir = await works.person('Noa', 'Relevo')
  const project = await works.project({ name: 'Bodega sin Irene', approverIds: [ill.id, works.luis.id] })
  const id = await project.order('Tapones', '10000')
  const page = await as('empresa@demo.example', `/empresa/projects/${project.id}/documents/${id}`)
  const approvals = page.getByRole('region', { name: 'Estado de las aprobaciones' })

  await test.step('the administrator opens it on one person’s approval, and is told what is missing', async () => {
    await approvals.getByRole('button', { name: `Reasignar la aprobación de ${ill.name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Reasignar la aprobación de ${ill.name}` })
    await wellMadeDialog(page)
    await dialog.getByRole('button', { name: 'Reasignar' }).click()
    await expect(dialog.getByText('Elige a una persona')).toBeVisible()
    await expect(dialog.getByText('Indica el motivo')).toBeVisible()
    // By address: other journeys have a Luis of their own.
    await dialog.getByLabel('Quién aprobará').fill(works.luis.email)
    await expect(dialog.getByText('Nadie con ese nombre puede aprobar este pedido')).toBeVisible()
    await choose(page, 'Quién aprobará', heir.name)
    await dialog.getByLabel('Motivo').fill('Está de baja')
    await dialog.getByRole('button', { name: 'Reasignar' }).click()
    await expect(page.getByText('Aprobación reasignada', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the order says who approves now, and still needs two', async () => {
    await expect(approvals.getByText('Sin efecto')).toBeVisible()
    // Three people and a reason are more than the list shows at first.
    await approvals.getByRole('button', { name: /^y \d+ personas? más$/ }).click()
    await expect(approvals.getByText(/en lugar de Irene Ausente: «Está de baja»/)).toBeVisible()
    await expect(approvals.getByText('Deben aprobar las 2 personas')).toBeVisible()
    await expect(page.getByText(`Aprobación reasignada de ${ill.name} a ${heir.name}`)).toBeVisible()
  })

  await test.step('the colleague finds it, with why, and decides', async () => {
    const desk = await as(heir.email, '/client/pending-approvals')
    const article = desk.getByRole('article')
    await expect(
      article.getByText(/Reasignada por .*, en lugar de Irene Ausente: «Está de baja»/),
    ).toBeVisible()
    await article.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(desk.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('whoever had it is asked no more', async () => {
    const former = await as(ill.email, '/client/pending-approvals')
    await expect(former.getByRole('heading', { level: 1, name: 'Aprobaciones Pendientes' })).toBeVisible()
    await expect(former.getByText('Nada espera tu decisión')).toBeVisible()
  })
})
