import { choose, expect, test, wellMadeDialog } from './journey.ts'

test('whoever is asked adds one more approver, who decides first and learns who asked and why', async ({
  as,
  works,
}) => {
  const asked = await works.person('Aurora', 'Pregunta')
  const expert = await works.person('Elvira', 'Experta')
  const project = await works.project({
    name: 'Lagar de Aurora',
    approverIds: [asked.id],
    viewerIds: [expert.id],
  })
  const id = await project.order('Prensa', '10000')
  const path = `/client/projects/${project.id}/documents/${id}`
  const page = await as(asked.email, path)

  await test.step('she says whom, when and why', async () => {
    await page.getByRole('button', { name: 'Añadir aprobador' }).click()
    const dialog = page.getByRole('dialog', { name: `Añadir un aprobador a ${id}` })
    await wellMadeDialog(page)
    await dialog.getByRole('button', { name: 'Añadir aprobador' }).click()
    await expect(dialog.getByText('Elige a una persona')).toBeVisible()
    await expect(dialog.getByText('Indica el motivo')).toBeVisible()
    await choose(page, 'Quién aprobará', expert.name)
    await dialog.getByRole('radio', { name: /Antes de su etapa/ }).check()
    await dialog.getByLabel('Motivo').fill('Conoce las prensas')
    await dialog.getByRole('button', { name: 'Añadir aprobador' }).click()
    await expect(page.getByText('Aprobador añadido', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`Aprobador añadido: ${expert.name}, antes de la etapa`)).toBeVisible()
  })

  await test.step('the expert finds it, with why, and approves; then it is hers again', async () => {
    const desk = await as(expert.email, path)
    await expect(desk.getByText(/Añadido por Aurora Pregunta: «Conoce las prensas»/).first()).toBeVisible()
    await desk.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(desk.getByText('Has aprobado este documento correctamente')).toBeVisible()
    const again = await as(asked.email, path)
    await again.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(again.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })
})
