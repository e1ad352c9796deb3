import type { Page } from '@playwright/test'
import { simplePdf } from '../../src/features/samples/rules/simple-pdf.ts'
import { anotherAccount } from './accounts.ts'
import { choose, wellMade } from './journey.ts'
import { expect, test } from './people.ts'

const password = 'Tarde-verde-93-olas'
const pdf = (name: string, line: string) => ({ name, mimeType: 'application/pdf', buffer: simplePdf([line]) })

async function addPerson(page: Page, name: string, lastName: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invitar a una persona' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: true }).fill(name)
  await dialog.getByLabel('Apellidos').fill(lastName)
  await dialog.getByLabel('Correo electrónico').fill(email)
  await dialog.getByLabel('Rol').selectOption({ label: 'Aprobador' })
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(dialog).toBeHidden()
}

test('from a company with nothing to an executed order with its proof, in every role', async ({
  as,
  visit,
  linkIn,
}, info) => {
  const at = (who: string) => `${who}-${info.project.name}@pruebas.example`

  const admin = await as('nueva@demo.example')
  await test.step('the administrator brings people, a client, a provider and contracts', async () => {
    await admin.goto('/empresa/people')
    await addPerson(admin, 'Ana', 'Primera', at('ana'))
    await addPerson(admin, 'Luis', 'Segundo', at('luis'))
    await addPerson(admin, 'Teresa', 'Caja', at('caja'))

    await admin.goto('/empresa/clients')
    await admin.getByRole('button', { name: 'Nuevo cliente' }).first().click()
    const client = admin.getByRole('dialog')
    await client.getByLabel('Nombre', { exact: true }).fill(`Bodegas ${info.project.name}`)
    await client.getByLabel('Correo electrónico').fill(at('bodegas'))
    await client.getByRole('button', { name: /^(Crear|Guardar)/ }).click()
    await expect(client).toBeHidden()

    await admin.goto('/empresa/providers')
    await admin.getByRole('button', { name: 'Nuevo proveedor' }).first().click()
    const provider = admin.getByRole('dialog')
    await provider.getByLabel('Nombre', { exact: true }).fill(`Toneles ${info.project.name}`)
    await provider.getByLabel('IBAN').fill(anotherAccount())
    const serves = provider.getByRole('checkbox', { name: `Bodegas ${info.project.name}` })
    if (!(await serves.isChecked())) await serves.check()
    await provider.getByRole('button', { name: /^(Crear|Guardar)/ }).click()
    await expect(provider).toBeHidden()

    await admin.goto('/empresa/contracts/new')
    await admin.getByRole('radio', { name: /Proveedor/ }).check()
    await choose(admin, 'Cliente', `Bodegas ${info.project.name}`)
    await choose(admin, 'Proveedor', `Toneles ${info.project.name}`)
    await admin.getByLabel('Descripción').fill('Toneles de roble')
    await admin.getByLabel('Monto total').fill('10.000')
    await admin.getByLabel('Inicio', { exact: true }).fill('01/01/2026')
    await admin.getByLabel('Fin', { exact: true }).fill('31/12/2090')
    await admin.getByRole('button', { name: /^(Crear|Guardar)/ }).click()
    await admin.waitForURL(/\/empresa\/contracts(\/CTR-\d+)?$/)
  })

  await test.step('everybody invited chooses a password from the link in their mail', async () => {
    for (const who of ['ana', 'luis', 'caja', 'bodegas']) {
      const page = await visit(await linkIn(at(who), 'invitation'))
      await page.getByLabel('Nueva contraseña').fill(password)
      await page.getByLabel('Confirmar contraseña').fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/welcome')
      await page.context().close()
    }
  })

  await test.step('and makes a project with who approves and who executes', async () => {
    await admin.goto('/empresa/projects/new')
    await admin.getByLabel('Nombre del Proyecto').fill(`Vendimia ${info.project.name}`)
    await choose(admin, 'Nombre del Cliente', `Bodegas ${info.project.name}`)
    await choose(admin, 'Contratos', 'Toneles de roble')
    await admin.getByLabel('Monto Total').fill('12.000,50')
    await choose(admin, 'Aprobadores', at('ana'))
    await choose(admin, 'Aprobadores', at('luis'))
    await choose(admin, 'Ejecutores', at('caja'))
    await admin.getByRole('button', { name: 'Crear Proyecto' }).click()
    await admin.waitForURL('**/empresa/projects')
    await expect(admin.getByRole('heading', { name: `Vendimia ${info.project.name}` })).toBeVisible()
  })

  const client = await as(at('bodegas'), undefined, password)
  await test.step('the client asks for a payment, sees who must approve and what remains', async () => {
    await expect(client).toHaveURL(/\/client\/dashboard$/)
    await wellMade(client)
    await client.goto('/client/projects')
    await client.getByRole('link', { name: `Vendimia ${info.project.name}` }).click()
    await expect(client.getByRole('heading', { level: 1, name: /Vendimia/ })).toBeVisible()
    await client.getByRole('link', { name: 'Nuevo Documento' }).first().click()
    await client.getByRole('button', { name: 'Guardar' }).click()
    for (const message of ['Nombre requerido', 'Proveedor/Emisor requerido', 'Monto válido requerido']) {
      await expect(client.getByText(message)).toBeVisible()
    }
    await wellMade(client)
    await client.getByRole('radio', { name: /pago/i }).check()
    await client.getByLabel('Nombre', { exact: true }).fill('Doce toneles')
    await expect(client.getByText('Nombre requerido')).toBeHidden()
    await expect(client.getByText('Monto válido requerido')).toBeVisible()
    await choose(client, 'Proveedor', `Toneles ${info.project.name}`)
    await client.getByLabel('Monto').fill('2.500,75')
    await client.locator('input[type=file]').first().setInputFiles(pdf('factura.pdf', 'Factura 14'))
    await expect(client.getByText('Ana Primera', { exact: true })).toBeVisible()
    await expect(client.getByText('Luis Segundo', { exact: true })).toBeVisible()
    await expect(client.getByText(/^Al guardar, se envía a aprobación: lo reciben Ana Primera/)).toBeVisible()
    await client.getByRole('button', { name: 'Guardar' }).click()
    await client.waitForURL(/\/client\/projects\/PRJ-\d+$/)
    await expect(client.getByText('Doce toneles')).toBeVisible()
    await expect(client.getByText(/Pendiente.*0\/2/).first()).toBeVisible()
  })

  await test.step('one approver approves from the inbox, the other on the document', async () => {
    const ana = await as(at('ana'), '/client/pending-approvals', password)
    await expect(ana.getByText('Doce toneles').first()).toBeVisible()
    await ana.getByText('Doce toneles', { exact: true }).first().click()
    await ana.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(ana.getByText('Has aprobado este documento correctamente')).toBeVisible()

    const luis = await as(at('luis'), '/client/projects', password)
    await luis.getByRole('link', { name: `Vendimia ${info.project.name}` }).click()
    await expect(luis.getByRole('heading', { level: 1, name: /Vendimia/ })).toBeVisible()
    await expect(luis.getByText('Eres un Aprobador')).toBeVisible()
    await expect(luis.getByText('Documentos pendientes de tu aprobación')).toBeVisible()
    await luis.getByRole('link', { name: /Revisar/ }).click()
    await expect(luis.getByText('Tu aprobación está pendiente')).toBeVisible()
    await luis.getByLabel('Comentarios').fill('Conforme con el albarán')
    await luis.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(luis.getByText('Has aprobado este documento correctamente')).toBeVisible()
    await expect(luis.getByText('Tu aprobación está pendiente')).toBeHidden()
  })

  await test.step('the executor confirms the payment with its proof', async () => {
    const executor = await as(at('caja'), '/client/pending-confirmations', password)
    await expect(executor.getByText('Doce toneles').first()).toBeVisible()
    await executor.getByText('Doce toneles', { exact: true }).first().click()
    await executor.getByLabel('Referencia').fill('TRF-77')
    await executor
      .locator('input[type=file]')
      .first()
      .setInputFiles(pdf('transferencia.pdf', 'Transferencia 77'))
    await expect(executor.getByText('Archivo listo para subir')).toBeVisible()
    await executor.getByRole('button', { name: 'Confirmar pago' }).click()
    await expect(executor.getByText('Se ha registrado la confirmación de pago.')).toBeVisible()
  })

  await test.step('the trace shows every step with who, and the budget adds up', async () => {
    await client.goto('/client/projects')
    await client.getByRole('link', { name: `Vendimia ${info.project.name}` }).click()
    await expect(client.getByRole('heading', { level: 1, name: /Vendimia/ })).toBeVisible()
    await client
      .getByRole('link', { name: /Doce toneles/ })
      .first()
      .click()
    await expect(client.getByText('Pagado').first()).toBeVisible()
    const history = client.getByRole('list', { name: /historial/i })
    for (const who of [`Bodegas ${info.project.name}`, 'Ana Primera', 'Luis Segundo', 'Teresa Caja']) {
      await expect(history.getByText(who).first()).toBeVisible()
    }
    await expect(history.getByText('Conforme con el albarán')).toBeVisible()
    await expect(client.getByText('TRF-77').first()).toBeVisible()
    await expect(client.getByText('7.499,25 €').first()).toBeVisible()
  })
})
