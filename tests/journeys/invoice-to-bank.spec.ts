import fs from 'node:fs'
import type { DuePaymentWire } from '#features/reports/wire/calendar.ts'
import { formatDay } from '#kernel/day.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { n43File } from '../support/bank-files.ts'
import { invoicePdf, invoiceRows, verifactuAddress } from '../support/invoice-files.ts'
import { pdfText } from '../support/pdf-text.ts'
import { demoTaxId, openOrderOf, saveFilledIn, supplied } from './invoices.ts'
import { expect, test, wellMade } from './journey.ts'

/** Mails are written a moment after what they tell. */
const slowest = { timeout: 15_000 }

type Mail = { readonly subject: string; readonly text: string }

/** Mails to an address since whoever has it came in, the first one first. */
async function mailsOf(origin: string, email: string): Promise<Mail[]> {
  const answer = await fetch(`${origin}/dev/outbox.json?to=${encodeURIComponent(email)}`)
  const mails: (Mail & { kind: string })[] = await answer.json()
  return mails.filter(({ kind }) => kind !== 'invitation' && kind !== 'recovery').reverse()
}

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
  const { name, taxId, projectId, contractId, account, providerId } = await supplied(works, {
    executorIds,
    terms: halves,
  })
  const [clerk, glazier, ritaToken] = await Promise.all([
    works.administrator('Alba', 'Registro'),
    works.person('Nora', 'Vidrio', { role: 'provider', providerId }),
    works.tokenOf(rita),
  ])
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
  /** Open payments in the calendar of somebody who executes in this project alone. */
  const calendar = async () => {
    const { body } = await works.talk.get(
      '/api/payment-calendar/payments?dueFrom=2020-01-01&dueTo=2090-12-31',
      ritaToken,
    )
    return body.items.map(
      ({ payment, payments, amount, status }: DuePaymentWire) =>
        `${payment}/${payments} ${amount.minor} ${status}`,
    )
  }
  /** Events of the order, as its timeline says them. */
  const timeline = async () => {
    const { body } = await works.talk.get(`/api/documents/${id}/timeline`, admin)
    return body.items.map(({ action }: { action: string }) => action)
  }
  const order = `Factura F-2026/014 (${id})`
  const subjectsOf = async (email: string) =>
    (await mailsOf(works.talk.origin, email)).map(({ subject }) => subject)
  const isMailed = async ({ email }: { email: string }, subjects: readonly string[]) =>
    expect.poll(() => subjectsOf(email), slowest).toEqual(subjects)
  expect(await balance()).toEqual(['12100', '0', '0'])
  expect(await calendar()).toEqual(['1/2 6050 pending', '2/2 6050 pending'])
  // They approve orders of other journeys, too.
  for (const approver of [works.ana, works.luis])
    await expect
      .poll(
        async () => (await subjectsOf(approver.email)).filter(subject => subject.includes(order)),
        slowest,
      )
      .toEqual([`Espera tu aprobación: ${order}, 121 €`])

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
  expect(await calendar()).toEqual(['1/2 6050 approved', '2/2 6050 approved'])
  const approved = `Aprobado: ${order}, 121 €`
  await isMailed(clerk, [approved])
  await isMailed(rita, [`Espera tu confirmación: ${order}, 121 €`])

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
  expect(await calendar()).toEqual(['2/2 6050 approved'])
  const advice = `Pago 1 de 2 de Grupo Miramar: 60,50 € · ${order}`
  await isMailed(glazier, [advice])

  await test.step('another brings it back, and the order waits for two payments again', async () => {
    await settle(statement(6050, 'DEVOLUCION TRANSFERENCIA', '14'))
    await page.goto(address)
    await wellMade(page)
  })
  expect(await balance()).toEqual(['0', '12100', '0'])
  expect(await calendar()).toEqual(['1/2 6050 approved', '2/2 6050 approved'])
  const returned = `Pago devuelto por el banco 1 de 2 de Grupo Miramar: 60,50 € · ${order}`
  await isMailed(glazier, [advice, returned])
  const unpaid = `El banco ha devuelto un pago: ${order}, 121 €`
  await isMailed(clerk, [approved, unpaid])

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
    const download = await paper
    expect(download.suggestedFilename()).toBe(`Constancia ${id}.pdf`)
    const said = pdfText(fs.readFileSync(await download.path()))
    const today = formatDay(dayFromToday())
    expect(said).toContain(`${today}, referencia Movimiento 2 del banco, devuelto por el banco el ${today}`)
    for (const reference of ['TRF-B1', 'TRF-B2']) expect(said).toContain(`${today}, referencia ${reference}`)
  })
  expect(await balance()).toEqual(['0', '0', '12100'])
  expect(await calendar()).toEqual([])
  expect(await timeline()).toEqual([
    'document.submitted',
    'approval.decided',
    'approval.decided',
    'execution.batched',
    'execution.confirmed',
    'execution.payment_returned',
    'execution.confirmed',
    'execution.confirmed',
    'document.certified',
  ])
  await isMailed(clerk, [approved, unpaid, `Pagado: ${order}, 121 €`])
  // Two payments in a moment are told in one mail or in two.
  const told = async () =>
    (await mailsOf(works.talk.origin, glazier.email)).map(({ text }) => text).join('\n')
  for (const reference of ['TRF-B1', 'TRF-B2']) await expect.poll(told, slowest).toContain(reference)
})
