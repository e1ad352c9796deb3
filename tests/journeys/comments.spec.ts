import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** The conversation, which comes when somebody scrolls near it. */
async function conversation(page: Page) {
  await page.getByRole('heading', { name: 'Historial', exact: true }).scrollIntoViewIfNeeded()
  return page.getByRole('region', { name: /^Conversación/ })
}

test('an approver asks without returning the order, the requester answers with a file, and it is approved', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Patio de luces' })
  const order = await project.order('Toldos', '90000')
  const address = `/client/projects/${project.id}/documents/${order}`

  const ana = await as(works.ana.email, address)
  await test.step('an approver asks: the order still waits for her', async () => {
    const talk = await conversation(ana)
    await expect(talk.getByText('Nadie ha escrito nada sobre este pedido.')).toBeVisible()
    await talk.getByRole('button', { name: 'Escribir un mensaje' }).click()
    await talk.getByRole('button', { name: 'Comentar' }).click()
    await expect(talk.getByText('Escribe el mensaje')).toBeVisible()
    await talk.getByLabel('Mensaje').fill('¿Incluye el montaje?')
    await talk.getByRole('checkbox', { name: /^Es una pregunta para/ }).check()
    await talk.getByRole('button', { name: 'Preguntar' }).click()
    await expect(talk.getByText('Pregunta abierta', { exact: true })).toBeVisible()
    await expect(talk.getByLabel('Mensaje')).toBeHidden()
  })

  await test.step('the requester is told, and answers under the question', async () => {
    const client = await as(works.client.email)
    await client.goto(address)
    const talk = await conversation(client)
    await talk.getByRole('button', { name: 'Responder' }).click()
    await talk.getByLabel(/^Respuesta a Ana/).fill('Sí, con montaje y retirada')
    await talk.getByRole('button', { name: 'Avisar a alguien o adjuntar' }).click()
    await talk.getByLabel('Archivos', { exact: true }).setInputFiles({
      name: 'montaje.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>',
      ),
    })
    await expect(talk.getByText('montaje.pdf')).toBeVisible()
    await talk.getByRole('button', { name: 'Responder' }).last().click()
    await expect(talk.getByText('Pregunta respondida')).toBeVisible()
  })

  await test.step('she reads the answer as it comes, and approves', async () => {
    const talk = await conversation(ana)
    await expect(talk.getByText('Sí, con montaje y retirada')).toBeVisible()
    await expect(talk.getByRole('button', { name: 'montaje.pdf' })).toBeVisible()
    await ana.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(ana.getByText('Has aprobado este documento correctamente')).toBeVisible()
    const history = ana.getByRole('list', { name: /historial/i })
    await expect(history.getByText('Respuesta a una pregunta')).toBeVisible()
  })
})
