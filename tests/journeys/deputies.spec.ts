import { pdfText } from '../support/pdf-text.ts'
import { choose, wellMade } from './journey.ts'
import { expect, testAlone } from './people.ts'

const test = testAlone()

test('a stage names a deputy, who finds what somebody has not decided in days, with why, and approves it', async ({
  as,
  works,
  server,
}) => {
  const late = await works.person('Dora', 'Tarda')
  const deputy = await works.person('Eva', 'Suple')
  const project = await works.project({ name: 'Lagar de Dora', approverIds: [works.ana.id] })

  await test.step('the administrator says who is asked too, after how many days, and publishes it', async () => {
    const admin = await as('empresa@demo.example', '/empresa/settings/flows')
    await admin
      .getByRole('link', { name: /^(Preparar cambios|Seguir editando)$/ })
      .first()
      .click()
    await admin.getByRole('button', { name: 'Añadir regla' }).click()
    await admin.getByRole('menuitem', { name: 'Regla vacía' }).click()
    await admin.getByLabel('Nombre de la regla').last().fill('Todo pasa por obra')
    await admin.getByLabel('Nombre de la etapa').last().fill('Obra')
    await choose(admin, 'Personas', late.name)
    await admin
      .getByRole('checkbox', { name: /^Suplente por demora/ })
      .last()
      .check()
    await choose(admin, 'Quién suple', deputy.name)
    await admin.getByLabel('Tras más de estos días').fill('2')
    await wellMade(admin)
    await admin.getByRole('button', { name: 'Publicar…' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await expect(admin.getByText(`${deputy.name}, si alguien tarda más de 2 días`)).toBeVisible()
    await wellMade(admin)
  })

  const id = await project.order('Prensa', '10000')
  const path = `projects/${project.id}/documents/${id}`

  await test.step('who waits sees who will be asked too, and then days go by', async () => {
    const desk = await as(late.email, `/client/${path}`)
    await expect(
      desk.getByText(`Suplente por demora: ${deputy.name}, si alguien tarda más de 2 días.`),
    ).toBeVisible()
    await advanceTo(server.origin, 4)
  })

  await test.step('the deputy finds it, with why, and approves it', async () => {
    const desk = await as(deputy.email, '/client/pending-approvals')
    await expect(async () => {
      await desk.reload()
      await expect(desk.getByText('Prensa').first()).toBeVisible({ timeout: 2000 })
    }).toPass()
    await desk.goto(`/client/${path}`)
    await expect(desk.getByText('Por demora: Dora Tarda no decidió en 2 días.').first()).toBeVisible()
    await expect(
      desk.getByText(/Te toca por «Obra»\..* Por demora: Dora Tarda no decidió en 2 días\./),
    ).toBeVisible()
    await wellMade(desk)
    await desk.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(desk.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('the order’s history and its Constancia say it', async () => {
    const admin = await as('empresa@demo.example', `/empresa/${path}`)
    await expect(
      admin.getByText('Suplente por demora: Eva Suple, porque Dora Tarda no decidió en 2 días'),
    ).toBeVisible()
    await expect(admin.getByText('No requerida')).toBeVisible()
    await wellMade(admin)
    const certified = `/api/documents/${id}/certificates`
    const { body } = await works.talk.post(certified, await works.talk.signIn('empresa'), {})
    const paper = await (await fetch(new URL(body.url, server.origin))).arrayBuffer()
    expect(pdfText(Buffer.from(paper))).toContain('Por demora: Dora Tarda no decidió en 2 días.')
  })
})

/** Moves the program's clock to eleven or twelve in the morning in Madrid, so many days from today. */
async function advanceTo(origin: string, days: number): Promise<void> {
  const then = new Date(Date.now() + days * 86_400_000).setUTCHours(10, 0, 0, 0)
  const body = JSON.stringify({ advance_s: Math.round((then - Date.now()) / 1000) })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${origin}/dev/clock`, { method: 'POST', headers, body })).status).toBe(200)
}
