import type { Page } from '@playwright/test'
import { choose, expect, test } from './journey.ts'

test('a rejection with a comment ends the order for everybody and gives its room in the contract back', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Nave de embotellado', overrunPolicy: 'bloquear' })
  const order = await project.order('Llenadora', '800000')
  const address = `/client/projects/${project.id}/documents/${order}`
  const admin = await as('empresa@demo.example')
  const client = await as(works.client.email)

  await test.step('while it waits, the contract has room for nothing else of its size', async () => {
    await figures(admin, project.contractId, ['Solicitado 8.000 €', 'Disponible: 10.000 €'])
    await expect(admin.getByText('Si se aprueba todo lo solicitado quedarían 2.000 €.')).toBeVisible()
    await ask(client, project.id, works.supplier, 'Etiquetadora', '2.850')
    await expect(client.getByRole('form').getByRole('alert')).toBeVisible()
    await expect(client).toHaveURL(/documents\/new/)
  })

  await test.step('one rejection ends it, with its reason, for who asked and for who had not decided', async () => {
    const ana = await as(works.ana.email, address)
    await ana.getByLabel('Comentarios').fill('Está fuera del plan de este año')
    await ana.getByRole('button', { name: 'Rechazar' }).click()
    await expect(ana.getByText('Has rechazado este documento')).toBeVisible()
    await expect(ana.getByText('Tu aprobación está pendiente')).toBeHidden()
    await ana.goto(address)
    await expect(ana.getByText('Rechazado', { exact: true }).first()).toBeVisible()

    const luis = await as(works.luis.email, address)
    await expect(luis.getByText('Está fuera del plan de este año').first()).toBeVisible()
    await expect(luis.getByText('No requerida')).toBeVisible()
    await expect(luis.getByRole('button', { name: /^Aprobar( documento)?$/ })).toHaveCount(0)
  })

  await test.step('its room is free again: what did not fit now does', async () => {
    await figures(admin, project.contractId, ['Solicitado 0 €', 'Comprometido 0 €', 'Disponible: 10.000 €'])
    await client.getByRole('button', { name: 'Guardar' }).click()
    await client.waitForURL(`**/client/projects/${project.id}`)
    await expect(client.getByRole('link', { name: /Etiquetadora/ }).first()).toBeVisible()
    await figures(admin, project.contractId, ['Solicitado 2.850 €', 'Disponible: 10.000 €'])
  })
})

async function figures(admin: Page, contractId: string, expected: readonly string[]): Promise<void> {
  await admin.goto(`/empresa/contracts/${contractId}`)
  for (const text of expected) await expect(admin.getByText(text, { exact: true })).toBeVisible()
}

async function ask(page: Page, projectId: string, supplier: string, name: string, amount: string) {
  await page.goto(`/client/projects/${projectId}/documents/new?type=gasto`)
  await page.getByLabel('Nombre', { exact: true }).fill(name)
  await choose(page, 'Proveedor', supplier)
  await page.getByLabel('Monto').fill(amount)
  await page.getByRole('button', { name: 'Guardar' }).click()
}

test('a link to the rejected orders shows on a phone which of the states is chosen @phone', async ({
  as,
}) => {
  const page = await as('empresa@demo.example', '/empresa/documents?status=rejected')
  const chosen = page.getByRole('group').getByRole('button', { pressed: true, name: /^Rechazados/ })
  await expect(chosen).toBeInViewport({ ratio: 1 })
})
