import { choose, expect, wellMadeDialog } from './journey.ts'
import { test } from './works.ts'

test('an approval of somebody who is ill goes to a colleague, who learns why it is theirs @desktop', async ({
  as,
  works,
}) => {
  const heir = await works.person('Noa', 'Relevo')
  const project = await works.project({ name: 'Bodega sin Ana' })
  const id = await project.order('Tapones', '10000')
  const page = await as('empresa@demo.example')
  await page.goto(`/empresa/projects/${project.id}/documents/${id}`)
  const approvals = page.getByRole('region', { name: 'Estado de las aprobaciones' })

  await test.step('the administrator opens it on one person’s approval, and is told what is missing', async () => {
    await approvals.getByRole('button', { name: `Reasignar la aprobación de ${works.ana.name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Reasignar la aprobación de ${works.ana.name}` })
    await wellMadeDialog(page)
    await dialog.getByRole('button', { name: 'Reasignar' }).click()
    await expect(dialog.getByText('Elige a una persona')).toBeVisible()
    await expect(dialog.getByText('Indica el motivo')).toBeVisible()
    await dialog.getByLabel('Quién aprobará').fill('Segundo')
    await expect(dialog.getByText('Nadie con ese nombre puede aprobar este pedido')).toBeVisible()
    await choose(page, 'Quién aprobará', heir.name)
    await dialog.getByLabel('Motivo').fill('Está de baja')
    await dialog.getByRole('button', { name: 'Reasignar' }).click()
    await expect(page.getByText('Aprobación reasignada', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the order says who approves now, and still needs two', async () => {
    await expect(approvals.getByText('Sin efecto')).toBeVisible()
    await expect(approvals.getByText(/en lugar de Ana Primera: «Está de baja»/)).toBeVisible()
    await expect(approvals.getByText('Deben aprobar las 2 personas')).toBeVisible()
    await expect(page.getByText(`Aprobación reasignada de ${works.ana.name} a ${heir.name}`)).toBeVisible()
  })

  await test.step('the colleague finds it, with why, and decides', async () => {
    const desk = await as(heir.email)
    await desk.goto('/client/pending-approvals')
    const article = desk.getByRole('article')
    await expect(
      article.getByText(/Reasignada por .*, en lugar de Ana Primera: «Está de baja»/),
    ).toBeVisible()
    await article.getByRole('button', { name: 'Aprobar documento' }).click()
    await expect(desk.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('whoever had it is asked no more', async () => {
    const former = await as(works.ana.email)
    await former.goto('/client/pending-approvals')
    await expect(former.getByRole('heading', { level: 1, name: 'Aprobaciones Pendientes' })).toBeVisible()
    await expect(former.getByText('Nada espera tu decisión')).toBeVisible()
  })
})
