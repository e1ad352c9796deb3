import { dayFromToday } from '#tests/support/days.ts'
import { n43File } from '../support/bank-files.ts'
import { invoicePdf, invoiceRows, verifactuAddress } from '../support/invoice-files.ts'
import { demoTaxId, openOrderOf, saveFilledIn, supplied } from './invoices.ts'
import { expect, test, wellMade } from './journey.ts'

test('an invoice with the QR of the tax office becomes an order without a figure typed, is approved by two, goes to the bank in a released batch, and the bank’s files confirm one payment and bring it back', async ({
  as,
  works,
}) => {
  const admin = await works.tokenOf({ email: 'empresa@demo.example' })
  const { body: me } = await works.talk.get('/api/people?q=Prieto', admin)
  const { body: company } = await works.talk.get('/api/company', admin)
  const own: string = company.account.iban
  const rita = await works.person('Rita', 'Giro')
  const halves = {
    parts: [
      { share: 5000, days: 0 },
      { share: 5000, days: 60 },
    ],
  }
  const executorIds = [me.items[0].userId, rita.id]
  const { name, taxId, projectId, contractId, account } = await supplied(works, {
    executorIds,
    terms: halves,
  })

  const clerk = await works.administrator('Alba', 'Registro')
  const desk = await as(clerk.email, '/empresa/received-invoices')
  await test.step('the file is dropped on the tray, and its order filled without a figure typed', async () => {
    const text = invoiceRows
      .filter(row => !row.startsWith('Vencimiento'))
      .map(row =>
        row
          .replace('B-12345674', taxId)
          .replace('A28000008', demoTaxId.slice(2))
          .replace(/IBAN .*/, `IBAN ${account}`),
      )
    await desk.locator('input[type=file][multiple]').setInputFiles({
      name: `${name}.pdf`,
      mimeType: 'application/pdf',
      buffer: await invoicePdf({ text, qr: verifactuAddress.replace('B12345674', taxId) }),
    })
    const row = desk
      .getByRole('list', { name: 'Facturas', exact: true })
      .getByRole('listitem')
      .filter({ hasText: name })
    await row.getByRole('link', { name: 'Hacer pedido' }).click()
    await expect(desk.getByLabel('Monto', { exact: true })).toHaveValue('121')
    await expect(desk.getByRole('combobox', { name: 'Proveedor' })).toHaveValue(name)
    await wellMade(desk)
    await saveFilledIn(desk)
    await expect(desk).toHaveURL(/\/empresa\/projects\/PRJ-\d+$/)
  })
  await desk.context().close()
  const { body: orders } = await works.talk.get(`/api/documents?projectId=${projectId}`, admin)
  const id: string = orders.items[0].id
  const address = `/empresa/projects/${projectId}/documents/${id}`
  /** Requested, committed and used of its contract, in cents. */
  const balance = async () => {
    const { body } = await works.talk.get(`/api/contracts/${contractId}`, admin)
    return [body.balance.requested, body.balance.committed, body.balance.used].map(({ minor }) => minor)
  }
  expect(await balance()).toEqual(['12100', '0', '0'])

  const page = await as('empresa@demo.example')
  await test.step('two approve it, who see to whom the money goes', async () => {
    for (const { email } of [works.ana, works.luis]) {
      const approver = await as(email, '/client/pending-approvals')
      await openOrderOf(approver, name)
      await expect(approver.getByText(taxId).first()).toBeVisible()
      await wellMade(approver)
      await approver.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
      await expect(approver.getByText('Documento aprobado').first()).toBeVisible()
      await approver.context().close()
    }
  })
  expect(await balance()).toEqual(['0', '12100', '0'])

  await test.step('its first payment goes into a batch, which a second person releases', async () => {
    await page.goto('/empresa/payment-batches/new')
    await page.getByLabel('Factura F-2026/014').check()
    await wellMade(page)
    await page.getByRole('button', { name: 'Crear remesa' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Remesa R-\d+$/ })).toBeVisible()
    await wellMade(page)
    const releaser = await as(rita.email, '/client/payment-batches')
    await releaser.getByRole('link', { name: /^R-/ }).first().click()
    await releaser.getByRole('button', { name: 'Liberar remesa' }).click()
    await releaser.getByRole('alertdialog').getByRole('button', { name: 'Liberar remesa' }).click()
    await expect(releaser.getByRole('region', { name: 'Remesa liberada' })).toBeVisible()
    await wellMade(releaser)
    await releaser.context().close()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar archivo' }).click()
    await download
  })
  expect(await balance()).toEqual(['0', '12100', '0'])

  const today = dayFromToday()
  const short = today.replaceAll('-', '').slice(2)
  const statement = (minor: number, text: string, concept: string) => ({
    name: `extracto${minor}.n43`,
    mimeType: 'text/plain',
    buffer: n43File([
      {
        account: own.slice(4, 12) + own.slice(14),
        from: short,
        to: short,
        lines: [{ minor, on: short, concept, texts: [`${text} ${name.toUpperCase()}`] }],
      },
    ]),
  })
  const line = page
    .getByRole('list', { name: 'Movimientos por conciliar' })
    .getByRole('listitem')
    .filter({ hasText: name.toUpperCase() })
  const settle = async (file: ReturnType<typeof statement>) => {
    await page.goto('/empresa/bank')
    await page.locator('input[type=file][multiple]').setInputFiles(file)
    await expect(line).toContainText('Factura F-2026/014')
    await wellMade(page)
    await line.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await expect(line).toHaveCount(0)
  }

  await test.step('a statement in Norma 43 confirms it', async () => {
    await settle(statement(-6050, 'TRANSFERENCIA A', '04'))
    await page.goto(address)
    await expect(page.getByText('Pagado en parte (1/2)').first()).toBeVisible()
    await wellMade(page)
  })
  expect(await balance()).toEqual(['0', '6050', '6050'])

  await test.step('another brings it back, and the order waits for two payments again', async () => {
    await settle(statement(6050, 'DEVOLUCION TRANSFERENCIA', '14'))
    await page.goto(address)
    await wellMade(page)
  })
  expect(await balance()).toEqual(['0', '12100', '0'])

  await test.step('both are paid by hand, and it is executed; its history and its paper tell all of it', async () => {
    for (const payment of [1, 2]) {
      // Its form is made anew once the payment before it is there.
      await expect(page.getByLabel('Vencimiento que se paga')).toHaveValue(String(payment))
      await page.getByLabel('Referencia').fill(`TRF-B${payment}`)
      await page.getByRole('button', { name: 'Confirmar pago' }).click()
      await expect(page.getByText(`${payment} de 2 pagados`).first()).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await wellMade(page)
    const paper = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Constancia de aprobación' }).click()
    expect((await paper).suggestedFilename()).toBe(`Constancia ${id}.pdf`)
  })
  expect(await balance()).toEqual(['0', '0', '12100'])
})
