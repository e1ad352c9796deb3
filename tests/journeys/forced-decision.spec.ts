import { readFile } from 'node:fs/promises'
import { pdfText } from '../support/pdf-text.ts'
import { wellMade, wellMadeDialog } from './journey.ts'
import { expect, testAlone, toast } from './people.ts'

// The setting is the company's: it has a program of its own.
const test = testAlone()

const reason = 'Nadie contesta y el proveedor espera'

test('a company allows forced decisions, a second administrator forces one, and everybody reads who and why', async ({
  as,
  works,
}) => {
  const asked = await works.person('Bruno', 'Espera')
  const second = await works.administrator('Olga', 'Segunda')
  const project = await works.project({ name: 'Bodega de Bruno', approverIds: [asked.id] })
  const id = await project.order('Tapones', '30000')
  const path = `/empresa/projects/${project.id}/documents/${id}`
  const theirs = path.replace('/empresa/', '/client/')

  await test.step('whoever allows them forces none of the orders that are open', async () => {
    const page = await as('empresa@demo.example', '/empresa/settings')
    await page.getByLabel('Permitir decisiones forzadas por administración').check()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(toast(page, 'Configuración guardada')).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Forzar decisión' })).toBeDisabled()
    await wellMade(page)
  })

  await test.step('another administrator says why, and the order is approved', async () => {
    const page = await as(second.email, path)
    await page.getByRole('button', { name: 'Forzar decisión' }).click()
    const dialog = page.getByRole('dialog', { name: `Forzar la decisión de ${id}` })
    await expect(dialog.getByText(`Ya no se pedirá a ${asked.name}`)).toBeVisible()
    await dialog.getByLabel('Motivo').fill('Urge')
    await dialog.getByRole('button', { name: 'Forzar decisión' }).click()
    await expect(dialog.getByText('Explica el motivo con al menos 10 caracteres')).toBeVisible()
    await wellMadeDialog(page)
    await dialog.getByLabel('Motivo').fill(reason)
    await dialog.getByRole('button', { name: 'Forzar decisión' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`Decisión forzada por ${second.name}, de administración`)).toBeVisible()
    await page.getByText('Pedido aprobado por decisión forzada').waitFor()
    await wellMade(page)

    const paper = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Constancia de aprobación' }).click()
    const said = pdfText(await readFile(await (await paper).path()))
    expect(said.replaceAll(/·?\s+/g, ' ')).toContain(`Decisión forzada por ${second.name}`)
    expect(said).toContain('Decidida por administración')
  })

  await test.step('who asked and who was asked are told', async () => {
    const requester = await as(works.client.email, '/client/notifications')
    await expect(requester.getByText('Está aprobado').first()).toBeVisible()
    await requester.goto(theirs)
    await expect(requester.getByText(`«${reason}»`)).toHaveCount(2)
    const overridden = await as(asked.email, '/client/notifications')
    await expect(overridden.getByText('La administración ha decidido en tu lugar')).toBeVisible()
    await overridden.goto(theirs)
    await expect(overridden.getByText('Decidida por administración')).toBeVisible()
  })
})
