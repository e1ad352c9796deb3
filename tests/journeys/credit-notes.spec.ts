import { dayFromToday } from '#tests/support/days.ts'
import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

test('a paid order is reduced by a credit note: asked for on its page within what is left, returned, corrected, approved, confirmed, and the contract has it again', async ({
  as,
  works,
  isMobile,
}) => {
  const project = await works.project({ name: 'Abonos' })
  const id = await project.order('Barricas', '100000')
  await works.approve(id)
  const address = `/client/projects/${project.id}/documents/${id}`
  const admin = await works.tokenOf({ email: 'empresa@demo.example' })
  /** Requested, committed and used of its contract, in cents. */
  const balance = async () => {
    const { body } = await works.talk.get(`/api/contracts/${project.contractId}`, admin)
    return [body.balance.requested, body.balance.committed, body.balance.used].map(({ minor }) => minor)
  }
  const caja = await works.tokenOf(works.caja)
  const executedOn = dayFromToday()
  await works.talk.post(`/api/documents/${id}/execution`, caja, {
    revision: 1,
    executedOn,
    reference: 'TRF-1',
  })
  expect(await balance()).toEqual(['0', '0', '100000'])

  const page = await as(works.client.email, address)
  const noteAddress = await test.step('the dialog says what is left, and takes no more', async () => {
    await page.getByRole('button', { name: 'Abonar' }).click()
    const dialog = page.getByRole('dialog', { name: `Abono de ${id}` })
    await expect(dialog.getByText('Quedan por abonar 1.000 €.')).toBeVisible()
    await dialog.getByLabel('Nombre', { exact: true }).fill('Dos barricas rotas')
    await dialog.getByLabel('Monto', { exact: true }).fill('1.000,01')
    await wellMadeDialog(page)
    await dialog.getByRole('button', { name: 'Pedir abono' }).click()
    await expect(dialog.getByText('Del pedido quedan por abonar 1.000 €.')).toBeVisible()
    await expect(dialog.getByLabel('Monto', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Monto', { exact: true }).fill('250')
    await dialog.getByLabel('Nº de la rectificativa').fill('A-2026-7')
    await dialog.getByRole('button', { name: 'Pedir abono' }).click()
    await expect(page.getByRole('heading', { name: 'Dos barricas rotas' })).toBeVisible()
    await expect(page.getByText(`Abono de ${id} enviado a aprobación`)).toBeVisible()
    await wellMade(page)
    return new URL(page.url()).pathname
  })
  const noteId = noteAddress.split('/').at(-1) ?? ''

  await test.step('its order links to it, and says what is left', async () => {
    await page.getByRole('link', { name: id }).first().click()
    await expect(page.getByRole('link', { name: /Dos barricas rotas/ })).toBeVisible()
    await expect(page.getByText('Quedan por abonar 750 €.')).toBeVisible()
    await wellMade(page)
  })

  await test.step('the platform counts it with its sign, in its list and on its page', async () => {
    const operator = await as('saas@demo.example', '/admin_saas/order-flows?q=Abonos')
    const link = operator.getByRole('link', { name: new RegExp(`^Ver detalle de ${noteId},`) })
    const row = operator.getByRole(isMobile ? 'listitem' : 'row').filter({ has: link })
    await expect(row).toContainText(/-250(,00)?\s€/)
    await expect(row).toContainText('Abono')
    await link.click()
    await expect(operator.getByText(`Abono de ${id}`)).toBeVisible()
    await expect(operator.getByText(/^-250\s€$/)).toBeVisible()
    await operator.context().close()
  })

  await test.step('an approver sees what it does, and returns it; it is corrected in the dialog', async () => {
    const approver = await as(works.ana.email, '/client/pending-approvals')
    await approver
      .getByRole('list', { name: 'Documentos pendientes' })
      .getByText('Dos barricas rotas')
      .click()
    await expect(approver.getByText(`Es un abono de ${id}: no consume presupuesto.`)).toBeVisible()
    await wellMade(approver)
    const returned = { revision: 1, decision: 'return', comment: 'Son tres barricas' }
    await works.talk.post(`/api/documents/${noteId}/decision`, await works.tokenOf(works.ana), returned)
    await approver.context().close()
    await page.goto(noteAddress)
    await page.getByRole('button', { name: 'Corregir y reenviar' }).click()
    const dialog = page.getByRole('dialog', { name: `Abono de ${id}` })
    await expect(dialog.getByLabel('Monto', { exact: true })).toHaveValue('250')
    await dialog.getByLabel('Monto', { exact: true }).fill('300')
    await dialog.getByRole('button', { name: 'Reenviar abono' }).click()
    await expect(page.getByText('Abono reenviado')).toBeVisible()
    await works.approve(noteId, 2)
    expect(await balance()).toEqual(['0', '0', '100000'])
  })

  await test.step('whoever executes confirms it, and the contract has it again', async () => {
    const executor = await as(works.caja.email, noteAddress)
    await expect(executor.getByText(/su carga vuelve al contrato/)).toBeVisible()
    await executor.getByLabel('Referencia').fill('ABONO-1')
    await wellMade(executor)
    await executor.getByRole('button', { name: 'Confirmar abono' }).click()
    await expect(executor.getByText('Abono Confirmado')).toBeVisible()
    await expect(executor.getByText('Abonado').first()).toBeVisible()
    expect(await balance()).toEqual(['0', '0', '70000'])
    await page.goto(address)
    await expect(page.getByText(`Abono ${noteId} confirmado`)).toBeVisible()
    await expect(page.getByText('Quedan por abonar 700 €.')).toBeVisible()
  })

  await test.step('on a phone the page and the dialog, with its breakdown, fit', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    await expect(page.getByText('Quedan por abonar 700 €.')).toBeVisible()
    await wellMade(page)
    await page.getByRole('button', { name: 'Abonar' }).click()
    const dialog = page.getByRole('dialog', { name: `Abono de ${id}` })
    await dialog.getByLabel('Monto', { exact: true }).fill('121')
    await dialog.getByRole('button', { name: 'Desglose (opcional)' }).click()
    await expect(dialog.getByRole('group', { name: /^Desglose/ })).toBeVisible()
    await wellMadeDialog(page)
  })
})
