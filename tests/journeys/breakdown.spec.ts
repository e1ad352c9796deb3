import { expect, test, wellMade } from './journey.ts'

test('an invoice with IVA and IRPF: the form fills the breakdown, its approver and its executor read what is paid', async ({
  as,
  works,
}) => {
  const name = `Honorarios ${crypto.randomUUID().slice(0, 4)}`
  const project = await works.project({ name: 'Asesoría' })
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)

  await test.step('the total and the tax divide it', async () => {
    await page.getByLabel('Nombre', { exact: true }).fill(name)
    await page.getByRole('combobox', { name: 'Proveedor' }).click()
    await page.getByRole('option', { name: works.supplier }).click()
    await page.getByLabel('Monto', { exact: true }).fill('1.210')
    await page.getByRole('button', { name: 'Desglose (opcional)' }).click()
    await expect(page.getByLabel('Base')).toHaveValue('1.000')
    await expect(page.getByLabel('Cuota')).toHaveValue('210')
    await page.getByLabel('Retención').selectOption({ label: 'IRPF 15 %' })
    await expect(page.getByLabel('Retenido')).toHaveValue('150')
    await expect(page.getByText('A pagar: 1.060 €')).toBeVisible()
    await wellMade(page)
  })

  await test.step('the base and the tax fill the total', async () => {
    await page.getByLabel('Base').fill('2.000')
    await expect(page.getByLabel('Monto', { exact: true })).toHaveValue('2.420')
    await expect(page.getByLabel('Retenido')).toHaveValue('300')
    await page.getByLabel('Impuesto 1').selectOption({ label: 'IVA 10 %' })
    await page.getByLabel('Base').fill('1.000')
    await expect(page.getByLabel('Monto', { exact: true })).toHaveValue('1.100')
  })

  await test.step('what does not add up says where and by how much, and is not sent', async () => {
    await page.getByLabel('Cuota').fill('90')
    await expect(
      page.getByText('Línea 1: el impuesto no es el de su base y su tipo, faltan 10 €.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Nuevo Documento' })).toBeVisible()
    await page.getByLabel('Cuota').fill('100')
    await wellMade(page)
  })

  await test.step('a draft keeps it', async () => {
    await page.reload()
    await expect(page.getByText('Hemos recuperado tu borrador')).toBeVisible()
    await expect(page.getByLabel('Retenido')).toHaveValue('150')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Pedido enviado')).toBeVisible()
  })

  await test.step('whoever reads the order sees what it is made of', async () => {
    await page.getByRole('link', { name }).first().click()
    const breakdown = page.getByRole('region', { name: 'Desglose' })
    await expect(breakdown).toContainText('IVA 10 %100 € sobre 1.000 €')
    await expect(breakdown).toContainText('IRPF 15 %, retenido150 € sobre 1.000 €')
    await expect(breakdown).toContainText('A pagar950 €')
    await wellMade(page)
  })

  await test.step('no amount of it lies over its neighbour, however narrow the card', async () => {
    for (const width of [1440, 1024, 640, 390, 320]) {
      await page.setViewportSize({ width, height: 720 })
      const spilt = await page
        .getByRole('region', { name: 'Desglose' })
        .locator('dd')
        .evaluateAll(all =>
          all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent),
        )
      expect.soft(spilt, `${width} px`).toEqual([])
    }
  })
})
