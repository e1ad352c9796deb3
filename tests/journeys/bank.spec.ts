import { dayFromToday } from '#tests/support/days.ts'
import { camtFile, n43File } from '../support/bank-files.ts'
import { expect, test, wellMade } from './journey.ts'

test('files of the bank are dropped on one screen: another account is refused with its reason, and each list leads on', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/bank')
  const lines = page.getByRole('list', { name: 'Movimientos por conciliar' })
  await expect(page.getByText('Añadir archivos del banco')).toBeVisible()
  // A bank's file is never photographed, whatever the device.
  await expect(page.getByRole('button', { name: 'Elegir archivo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hacer foto' })).toHaveCount(0)
  await wellMade(page)

  await test.step('a file that is no statement of ours is refused with its reason', async () => {
    const foreign = camtFile({ iban: 'DE89370400440532013000', entries: [{ amount: '1.00' }] })
    const file = { name: 'ajeno.xml', mimeType: 'application/xml', buffer: foreign }
    await page.locator('input[type=file][multiple]').setInputFiles(file)
    await expect(
      page.getByText(/no es la cuenta de pago de la empresa|Falta la cuenta de pago/),
    ).toBeVisible()
    await wellMade(page)
  })

  await test.step('each list of the demo leads to what its statement left, settled, and put aside', async () => {
    await expect(lines.getByRole('listitem').filter({ hasText: 'Comisión de servicio' })).toBeVisible()
    await page.goto('/empresa/bank?tab=settled')
    const settled = page.getByRole('listitem').filter({ hasText: 'Transportes Ebro' })
    await expect(settled).toHaveCount(2)
    await expect(settled.filter({ hasText: 'La cuenta está cancelada.' })).toHaveCount(1)
    await wellMade(page)
    await page.goto('/empresa/bank?tab=explained')
    await expect(page.getByText('No hay movimientos apartados')).toBeVisible()
    await wellMade(page)
  })

  await test.step('each list of a company without statements says what it has not yet', async () => {
    const empty = await as('nueva@demo.example', '/empresa/bank?tab=settled')
    await expect(empty.getByText('Ningún movimiento se ha conciliado todavía')).toBeVisible()
    await empty.goto('/empresa/bank')
    await expect(empty.getByText('No hay movimientos por conciliar')).toBeVisible()
    await wellMade(empty)
    await empty.context().close()
  })
})

test('a statement confirms a payment, its line is the proof; another brings it back, and it waits again', async ({
  as,
  works,
}) => {
  const admin = await works.tokenOf({ email: 'empresa@demo.example' })
  const { body: me } = await works.talk.get('/api/people?q=Prieto', admin)
  const { body: company } = await works.talk.get('/api/company', admin)
  const iban: string = company.account.iban
  const project = await works.project({ name: 'Tonelería', executorIds: [me.items[0].userId] })
  await works.approve(await project.order('Barricas', '73119'))
  const today = dayFromToday()
  const short = today.replaceAll('-', '').slice(2)
  const account = iban.slice(4, 12) + iban.slice(14)
  const statement = (minor: number, texts: readonly string[], concept = '04') => ({
    name: `extracto${minor}.n43`,
    mimeType: 'text/plain',
    buffer: n43File([{ account, from: short, to: short, lines: [{ minor, on: short, concept, texts }] }]),
  })

  const page = await as('empresa@demo.example', '/empresa/bank')
  const line = page
    .getByRole('list', { name: 'Movimientos por conciliar' })
    .getByRole('listitem')
    .filter({ hasText: '731,19' })
  const drop = (file: ReturnType<typeof statement>) =>
    page.locator('input[type=file][multiple]').setInputFiles(file)

  await test.step('the line of the statement is proposed for its payment, and confirms it', async () => {
    await drop(statement(-73119, [`TRANSFERENCIA A ${works.supplier.toUpperCase()}`]))
    await expect(line).toContainText('Barricas')
    await wellMade(page)
    await line.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await expect(page.getByText('Movimiento conciliado')).toBeVisible()
    await expect(line).toHaveCount(0)
    await page.goto('/empresa/bank?tab=settled')
    await page.getByRole('listitem').filter({ hasText: '731,19' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Barricas' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Descargar Movimiento del banco/ }).first()).toBeVisible()
    await wellMade(page)
  })

  await test.step('the money comes back, and the payment waits again', async () => {
    await page.goto('/empresa/bank')
    await drop(statement(73119, [`DEVOLUCION TRANSFERENCIA ${works.supplier.toUpperCase()}`], '14'))
    await expect(line).toContainText('Devolución')
    await line.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await expect(line).toHaveCount(0)
    await page.goto(`/empresa/projects/${project.id}`)
    await expect(page.getByText('Pagado en parte').or(page.getByText('Aprobado')).first()).toBeVisible()
  })
})
