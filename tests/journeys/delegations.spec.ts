import { expect, test, wellMadeDialog } from './journey.ts'

test('somebody names a substitute, who decides in their name until they end it @desktop', async ({
  as,
  works,
}) => {
  const eva = await works.person('Eva', 'Ausente')
  const omar = await works.person('Omar', 'Suplente')
  // Whom else the company works with is not theirs to know.
  await works.project({ name: 'Común', approverIds: [eva.id, omar.id] })
  const project = await works.project({ name: 'Con sustituto', approverIds: [eva.id] })
  const order = await project.order('Tapones de corcho', '12000')
  const later = await project.order('Etiquetas', '13000')

  const away = await as(eva.email, '/client/profile')
  await away.getByRole('button', { name: 'Elegir sustituto' }).click()
  const dialog = away.getByRole('dialog', { name: 'Elegir sustituto' })
  await dialog.getByRole('combobox', { name: 'Sustituto' }).fill(omar.name)
  await dialog.getByRole('option', { name: new RegExp(omar.email) }).click()
  const today = await dialog.getByRole('textbox', { name: 'Desde' }).inputValue()
  await dialog.getByRole('textbox', { name: 'Hasta, inclusive' }).fill(today)
  await dialog.getByRole('checkbox', { name: 'Solo hasta un monto' }).check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Monto válido requerido')).toBeVisible()
  await dialog.getByLabel('Monto máximo').fill('500')
  await wellMadeDialog(away)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  const own = away.getByRole('list', { name: 'Quién te sustituye' })
  await expect(own.getByText('En vigor')).toBeVisible()
  await expect(own.getByText('hasta 500 €')).toBeVisible()

  const substitute = await as(omar.email, '/client/pending-approvals')
  await expect(substitute.getByText(`En nombre de ${eva.name}`).first()).toBeVisible()
  await substitute.goto(`/client/projects/${project.id}/documents/${order}`)
  await expect(substitute.getByRole('heading', { name: `En nombre de ${eva.name}` })).toBeVisible()
  await substitute.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(substitute.getByText(`${omar.name} en nombre de ${eva.name}`).first()).toBeVisible()

  const client = await as(works.client.email, `/client/projects/${project.id}/documents/${order}`)
  await expect(client.getByText(`${omar.name} en nombre de ${eva.name}`)).toHaveCount(2)

  await own.getByRole('button', { name: `Terminar: ${omar.name}` }).click()
  await away.getByRole('alertdialog').getByRole('button', { name: 'Terminar' }).click()
  await expect(own.getByText('Terminada')).toBeVisible()
  await substitute.goto('/client/pending-approvals')
  await expect(substitute.getByText('Etiquetas')).toHaveCount(0)
  await substitute.goto(`/client/projects/${project.id}/documents/${later}`)
  await expect(substitute.getByRole('button', { name: 'Aprobar', exact: true })).toHaveCount(0)

  const admin = await as('empresa@demo.example', '/empresa/settings')
  await expect(admin.getByRole('heading', { name: 'Configuración' })).toBeVisible()
  await admin
    .getByRole('region', { name: 'Más ajustes' })
    .getByRole('link', { name: /^Auditoría/ })
    .scrollIntoViewIfNeeded()
  const all = admin.getByRole('list', { name: 'Sustituciones' })
  await expect(all.getByText(`${omar.name} en nombre de ${eva.name}`)).toBeVisible()
})

test('an executor on leave has a substitute, who confirms a payment in their name @desktop', async ({
  as,
  works,
}) => {
  const ada = await works.person('Ada', 'Tesorera')
  const blas = await works.person('Blas', 'Relevo')
  await works.project({ name: 'De las dos', approverIds: [ada.id, blas.id] })
  const project = await works.project({ name: 'Con tesorera ausente', executorIds: [ada.id] })
  const order = await project.order('Barricas de roble', '15000')
  await works.approve(order)

  const away = await as(ada.email, '/client/profile')
  await away.getByRole('button', { name: 'Elegir sustituto' }).click()
  const dialog = away.getByRole('dialog', { name: 'Elegir sustituto' })
  await dialog.getByRole('combobox', { name: 'Sustituto' }).fill(blas.name)
  await dialog.getByRole('option', { name: new RegExp(blas.email) }).click()
  await dialog.getByRole('combobox', { name: 'En su lugar' }).selectOption('Ejecuta')
  const today = await dialog.getByRole('textbox', { name: 'Desde' }).inputValue()
  await dialog.getByRole('textbox', { name: 'Hasta, inclusive' }).fill(today)
  await wellMadeDialog(away)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  const own = away.getByRole('list', { name: 'Quién te sustituye' })
  await expect(own.getByText(/^Ejecuta · del/)).toBeVisible()

  const substitute = await as(blas.email, `/client/projects/${project.id}/documents/${order}`)
  await expect(substitute.getByText(`En nombre de ${ada.name}`)).toBeVisible()
  await substitute.getByLabel('Referencia').fill('TRF-77')
  await substitute.getByRole('button', { name: 'Confirmar pago' }).click()
  await expect(substitute.getByText(`${blas.name} en nombre de ${ada.name}`).first()).toBeVisible()
})
