import { expect, test, wellMade } from './journey.ts'

test('an approver decides from the inbox, and a decision that could not be taken comes back @desktop', async ({
  as,
}) => {
  const marta = await as('marta@demo.example')
  // Nothing is told to her: what others do is found out by deciding.
  await marta.route('**/api/live', () => {})
  await marta.goto('/client/pending-approvals')
  const inbox = marta.getByRole('list', { name: 'Documentos pendientes' })
  const detail = marta.getByRole('article')
  await expect(detail.getByRole('heading', { name: 'Cinta de limpieza' })).toBeVisible()

  await test.step('the keys move along the list and the address follows', async () => {
    await marta.keyboard.press('j')
    await expect(detail.getByRole('heading', { name: 'Puesta en marcha' })).toBeVisible()
    await expect(marta).toHaveURL(/doc=DOC-\d+$/)
    await marta.keyboard.press('k')
    await expect(detail.getByRole('heading', { name: 'Cinta de limpieza' })).toBeVisible()
    await expect(detail.getByText(/Tras aprobar: .* del contrato/)).toBeVisible()
  })

  await test.step('an answer that never came: the row returns and trying again decides once', async () => {
    await marta.route('**/decision', async route => {
      await route.fetch()
      await route.fulfill({ body: '' })
    })
    await marta.keyboard.press('a')
    await expect(detail.getByRole('heading', { name: 'Puesta en marcha' })).toBeVisible()
    await expect(inbox.getByText('No se registrará dos veces')).toBeVisible()
    await marta.unroute('**/decision')
    await inbox.getByRole('button', { name: 'Reintentar' }).click()
    await expect(marta.getByText('Has aprobado este documento correctamente')).toBeVisible()
    await expect(inbox.getByText('Cinta de limpieza')).toBeHidden()
  })

  await test.step('a lost race says who came first', async () => {
    const diego = await as('diego@demo.example', '/client/projects/PRJ-001/documents/DOC-016')
    await diego.getByLabel('Comentarios').fill('Falta el acta')
    await diego.getByRole('button', { name: 'Devolver para cambios' }).click()
    await expect(diego.getByText('Documento devuelto', { exact: true })).toBeVisible()

    await marta.keyboard.press('r')
    await marta.getByRole('dialog').getByLabel('Comentarios').fill('No cuadra')
    await marta.keyboard.press('Control+Enter')
    await expect(inbox.getByText('Lo devolvió Diego Sanz')).toBeVisible()
    await wellMade(marta)
    await inbox.getByRole('button', { name: 'Entendido' }).click()
    await expect(marta.getByText('Nada espera tu decisión')).toBeVisible()
  })
})
