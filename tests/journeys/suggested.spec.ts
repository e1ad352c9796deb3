import { expect, test, wellMade } from './journey.ts'

test('the project and the provider that were used last are offered first, and nobody is paid by default', async ({
  as,
  works,
}) => {
  const { talk, clientId, client } = works
  const admin = await talk.signIn('empresa')
  const tag = crypto.randomUUID().slice(0, 6)
  const make = async (path: string, body: object, token = admin): Promise<string> => {
    const answer = await talk.post(path, token, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  const provider = { name: `Ánforas ${tag}`, clientIds: [clientId] }
  const providerId = await make('/api/providers', provider)
  await make('/api/providers', { ...provider, name: `Abonos ${tag}` })
  const contract = { clientId, totalMinor: '900000', currency: 'EUR', overrunPolicy: 'avisar' }
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const described = { ...contract, ...dates, type: 'cliente', description: `Cava ${tag}` }
  const contractId = await make('/api/contracts', described)
  const project = { name: `Cava ${tag}`, clientId, totalMinor: '900000', contractIds: [contractId] }
  const appointed = { approverIds: [works.ana.id], executorIds: [works.caja.id] }
  const projectId = await make('/api/projects', { ...project, ...appointed })
  const order = { projectId, type: 'gasto', name: 'Tapones', providerId, amountMinor: '12300' }
  await make('/api/documents', order, await works.tokenOf(client))

  await works.project({ name: `Bodega ${tag}` })

  const page = await as(client.email, '/client/documents/new?type=gasto')
  const recent = page.getByRole('region', { name: 'Usados hace poco' })
  await expect(recent.getByRole('listitem').first()).toContainText(`Cava ${tag}`)
  await wellMade(page)
  await recent.getByRole('link', { name: `Cava ${tag}` }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/documents/new\\?type=gasto$`))

  const box = page.getByRole('combobox', { name: 'Proveedor' })
  const last = page.getByRole('button', { name: `Último usado: Ánforas ${tag}` })
  await expect(last).toBeVisible()
  await expect(box).toHaveValue('')
  await box.click()
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(
    `Ánforas ${tag}Último usado`,
  )
  await page.keyboard.press('Escape')

  await test.step('an issuance has a last one of its own, and there was none', async () => {
    await page.getByRole('radio', { name: /emisi/i }).check()
    await expect(page.getByRole('combobox', { name: 'A quién emitir' })).toBeVisible()
    await expect(last).toHaveCount(0)
    await page.getByRole('radio', { name: /pago/i }).check()
  })

  await last.click()
  await expect(box).toHaveValue(`Ánforas ${tag}`)
  await expect(last).toHaveCount(0)
})

test('an administrator makes the provider that is missing from the order itself, and is led to name who approves', async ({
  as,
  works,
}) => {
  const { talk, clientId } = works
  const admin = await talk.signIn('empresa')
  const tag = crypto.randomUUID().slice(0, 6)
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await talk.post(path, admin, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const contract = { clientId, type: 'cliente', description: `Bodeguilla ${tag}`, overrunPolicy: 'avisar' }
  const contractId = await make('/api/contracts', {
    ...contract,
    ...dates,
    totalMinor: '900000',
    currency: 'EUR',
  })
  const named = { name: `Bodeguilla ${tag}`, clientId, totalMinor: '900000' }
  const projectId = await make('/api/projects', {
    ...named,
    contractIds: [contractId],
    approverIds: [],
    executorIds: [],
  })

  const page = await as('empresa@demo.example', `/empresa/projects/${projectId}/documents/new?type=gasto`)
  await page.getByRole('button', { name: 'Nuevo proveedor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo proveedor' })
  await expect(dialog.getByRole('checkbox', { name: works.client.name })).toBeChecked()
  await dialog.getByLabel('Nombre', { exact: true }).fill(`Tinajas ${tag}`)
  await dialog.getByRole('button', { name: 'Crear proveedor' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Proveedor', exact: true })).toHaveValue(`Tinajas ${tag}`)
  await page.getByLabel('Nombre', { exact: true }).fill('Tinaja grande')
  await page.getByRole('link', { name: 'Elegir quién aprueba' }).click()
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.waitForURL(new RegExp(`/empresa/projects/${projectId}$`))
  await page.goBack()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Tinaja grande')
  await test.step('also beside the provider of a contract, which is suggested', async () => {
    const found = await talk.get(`/api/providers?q=${encodeURIComponent(works.supplier)}`, admin)
    const providerId: string = found.body.items[0].id
    const ofProvider = {
      ...contract,
      ...dates,
      type: 'proveedor',
      providerId,
      totalMinor: '900000',
      currency: 'EUR',
    }
    const other = {
      ...named,
      name: `Cántaros ${tag}`,
      contractIds: [await make('/api/contracts', ofProvider)],
    }
    const otherId = await make('/api/projects', { ...other, approverIds: [], executorIds: [] })
    const form = await as('empresa@demo.example', `/empresa/projects/${otherId}/documents/new?type=gasto`)
    await expect(form.getByRole('button', { name: `Usar ${works.supplier}` })).toBeVisible()
    await wellMade(form)
    await form.getByRole('button', { name: 'Nuevo proveedor' }).click()
    await expect(form.getByRole('dialog', { name: 'Nuevo proveedor' })).toBeVisible()
  })
})
