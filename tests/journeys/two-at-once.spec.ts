import { expect, test, wellMade, wellMadeDialog } from './journey.ts'

const told = 'Otra persona ha guardado cambios mientras editabas'

test('two administrators edit one client: what both say stays, and nobody saves over the other unseen', async ({
  as,
  works,
}) => {
  const [first, second] = await Promise.all([
    works.administrator('Nuria', 'Norte'),
    works.administrator('Sergio', 'Sur'),
  ])
  const tag = crypto.randomUUID().slice(0, 6)
  const made = { name: `Bodega ${tag}`, email: `bodega-${tag}@demo.example` }
  const { id } = (await works.talk.post('/api/clients', await works.tokenOf(first), made)).body
  const [nuria, sergio] = [
    await as(first.email, `/empresa/clients/${id}`),
    await as(second.email, `/empresa/clients/${id}`),
  ]
  for (const page of [nuria, sergio]) await page.getByRole('button', { name: 'Editar', exact: true }).click()
  const [hers, his] = [nuria.getByRole('dialog'), sergio.getByRole('dialog')]
  await his.getByLabel('Nombre', { exact: true }).fill(`Bodegas ${tag}`)
  await hers.getByLabel('Teléfono').fill('600 111 222')
  await hers.getByRole('button', { name: 'Guardar' }).click()
  await expect(hers).toBeHidden()

  await his.getByRole('button', { name: 'Guardar' }).click()
  await expect(his.getByText(told)).toBeVisible()
  await expect(his.getByRole('listitem').filter({ hasText: 'Teléfono: ahora «600 111 222»' })).toBeVisible()
  await expect(his.getByText('tú has escrito otra cosa')).toBeHidden()
  await expect(his.getByLabel('Teléfono')).toHaveValue('600 111 222')
  await expect(his.getByLabel('Nombre', { exact: true })).toHaveValue(`Bodegas ${tag}`)
  await wellMadeDialog(sergio)
  await his.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(his).toBeHidden()
  await expect(sergio.getByRole('heading', { level: 1, name: `Bodegas ${tag}` })).toBeVisible()
  await expect(sergio.getByText('600 111 222')).toBeVisible()
})

test('the settings that somebody else has saved meanwhile are shown beside what is typed', async ({ as }) => {
  const [one, two] = [
    await as('gestoria@demo.example', '/empresa/settings'),
    await as('gestoria@demo.example', '/empresa/settings'),
  ]
  const [hers, his] = [one.getByLabel('Correo electrónico'), two.getByLabel('Correo electrónico')]
  const before = await hers.inputValue()
  await his.fill('segundo@gestoria.example')
  await hers.fill('primero@gestoria.example')
  await one.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(one.getByText('Datos de la empresa guardados')).toBeVisible()
  await expect(one.getByText(told)).toBeHidden()

  await two.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(two.getByText(told)).toBeVisible()
  await expect(
    two
      .getByRole('listitem')
      .filter({ hasText: 'Correo electrónico: ahora «primero@gestoria.example»; tú has escrito otra cosa' }),
  ).toBeVisible()
  await expect(his).toHaveValue('segundo@gestoria.example')
  await wellMade(two)
  await two.getByRole('button', { name: 'Quedarme con lo guardado' }).click()
  await expect(his).toHaveValue('primero@gestoria.example')
  await expect(two.getByText(told)).toBeHidden()
  // As it was, for whoever comes after: whoever knows what there is saves over it.
  await his.fill(before)
  await two.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(two.getByText('Datos de la empresa guardados')).toBeVisible()
  await two.reload()
  await expect(his).toHaveValue(before)
})
