import { expect, test, wellMade } from './journey.ts'

test('an execution rejected with a reason is retried and confirmed once, and a second tab loses nothing', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Depuradora' })
  const order = await project.order('Bombas', '240000')
  await works.approve(order)
  const address = `/client/projects/${project.id}/documents/${order}`
  const executor = await as(works.caja.email)

  await test.step('the rejection needs its reason, and the order stays approved', async () => {
    await executor.goto(address)
    await executor.getByRole('button', { name: 'Rechazar', exact: true }).click()
    const dialog = executor.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(dialog.getByLabel('Motivo')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Motivo').fill('La cuenta está cerrada')
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(executor.getByText('Confirmación rechazada')).toBeVisible()
    await expect(executor.getByRole('heading', { name: 'Ejecución rechazada' })).toBeVisible()
    await expect(executor.getByText('«La cuenta está cerrada»').first()).toBeVisible()
    await wellMade(executor)

    const client = await as(works.client.email, address)
    await expect(client.getByText('«La cuenta está cerrada»').first()).toBeVisible()
    await expect(client.getByRole('button', { name: 'Reintentar ejecución' })).toHaveCount(0)
  })

  const second = await executor.context().newPage()
  await test.step('retried, it can be confirmed again; two tabs are about to', async () => {
    await executor.getByRole('button', { name: 'Reintentar ejecución' }).click()
    await expect(executor.getByRole('button', { name: 'Confirmar pago' })).toBeVisible()
    await second.goto(address)
    for (const [tab, reference] of [
      [executor, 'TRF-900'],
      [second, 'TRF-901'],
    ] as const) {
      await tab.getByLabel('Referencia').fill(reference)
      await tab.getByLabel('Comentario').fill(`Escrito en ${reference}`)
    }
  })

  await test.step('the first confirms; the second is told so, keeps what it wrote and sees what was registered', async () => {
    await executor.getByRole('button', { name: 'Confirmar pago' }).click()
    await expect(executor.getByText('Se ha registrado la confirmación de pago.')).toBeVisible()
    await expect(executor.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await second.getByRole('button', { name: 'Confirmar pago' }).click()
    await expect(second.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    await expect(second.getByText('TRF-900').first()).toBeVisible()
    const told = second.getByRole('alert').filter({ hasText: 'Tu confirmación no se ha registrado' })
    await expect(told.getByText('El pedido ya está ejecutado.')).toBeVisible()
    await expect(told.getByText('referencia TRF-901')).toBeVisible()
    await expect(told.getByText('«Escrito en TRF-901»')).toBeVisible()
    await wellMade(second)
  })

  await test.step('it happened once', async () => {
    await executor.reload()
    await expect(executor.getByText('TRF-900').first()).toBeVisible()
    await expect(executor.getByText(/TRF-901/)).toHaveCount(0)
    const history = executor.getByRole('list', { name: /historial/i })
    await expect(history.getByText(/Ejecución confirmada/)).toHaveCount(1)
    await executor.goto(`/client/projects/${project.id}`)
    await expect(executor.getByText('Disponible: 7.600 €')).toBeVisible()
  })

  await test.step('the company sees all of it on one page, with the way back to its project', async () => {
    const admin = await as('empresa@demo.example', `/empresa/projects/${project.id}/documents/${order}`)
    const top = admin.getByRole('main').locator('header').first()
    await expect(top.getByRole('heading', { level: 1, name: 'Bombas' })).toBeVisible()
    for (const said of [order, 'Pagado']) await expect(top.getByText(said, { exact: true })).toBeVisible()
    const data = admin.getByRole('region', { name: 'Datos del pedido' })
    for (const said of [works.supplier, '2.400 €', 'Fecha de creación', works.client.name])
      await expect(data.getByText(said).first()).toBeVisible()
    await expect(admin.getByRole('heading', { name: 'Ejecución confirmada' })).toBeVisible()
    const approvals = admin.getByRole('region', { name: 'Estado de las aprobaciones' })
    for (const { name } of [works.ana, works.luis]) await expect(approvals.getByText(name)).toBeVisible()
    await admin.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'Depuradora' }).click()
    await expect(admin).toHaveURL(new RegExp(`/empresa/projects/${project.id}$`))
    // Where the browser shows no PDF, the server draws its first page, and the file can still be had.
    await admin.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
    await admin.goto('/empresa/projects/PRJ-001/documents/DOC-003')
    const pages = admin.getByRole('img', { name: /^Primera página de / })
    await expect(pages).toHaveCount(2, { timeout: 90_000 })
    await expect(admin.getByRole('link', { name: /^Descargar/ }).first()).toBeVisible()
  })
})
