// The way of the administrator of an empty company to the first approved order, by the checklist alone.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Hands } from './hands.ts'

/** Most that a person may press and type on this way. It may become less, never more. */
export const maxForFirstValue = { clicks: 22, keys: 122 }
export const firstApprover = 'eva@e.es'
const password = 'Tarde-verde-93-olas'

/** Makes a project with its client, contract, provider, approver and executor, from the first steps. */
export async function makeFirstProject(admin: Page, hands: Hands): Promise<void> {
  await hands.click(
    admin.getByRole('region', { name: 'Primeros pasos' }).getByRole('link', { name: 'Nuevo Proyecto' }),
  )
  await hands.type(admin.getByLabel('Nombre del Proyecto'), 'Obra')
  await hands.click(admin.getByRole('button', { name: 'Nuevo cliente' }))
  await hands.type(dialog(admin).getByLabel('Nombre', { exact: true }), 'Sol', { isFocused: true })
  await hands.next(admin)
  await hands.type(dialog(admin).getByLabel('Correo electrónico'), 'sol@e.es', { isFocused: true })
  await hands.enter(admin)
  await expect(dialog(admin)).toBeHidden()
  await hands.click(admin.getByRole('button', { name: 'Nuevo contrato' }))
  await hands.click(admin.getByText('Proveedor', { exact: true }))
  await hands.click(dialog(admin).getByRole('button', { name: 'Nuevo proveedor' }))
  const provider = admin.getByRole('dialog', { name: 'Nuevo proveedor' })
  await hands.type(provider.getByLabel('Nombre', { exact: true }), 'Luz', { isFocused: true })
  await hands.enter(admin)
  await expect(provider).toBeHidden()
  await hands.type(dialog(admin).getByLabel('Descripción'), 'Luz')
  await hands.next(admin)
  await hands.type(dialog(admin).getByLabel('Monto total'), '900', { isFocused: true })
  await hands.type(dialog(admin).getByLabel('Fin', { exact: true }), '31/12/2090')
  await hands.enter(admin)
  await expect(dialog(admin)).toBeHidden()
  await hands.type(admin.getByLabel('Monto Total'), '900')
  await invite(admin.getByRole('button', { name: 'Nueva persona' }).first(), hands, 'Eva', firstApprover)
  await invite(admin.getByRole('button', { name: 'Nueva persona' }).last(), hands, 'Leo', 'leo@e.es')
  await expect(admin.getByText('Los pedidos esperarán hasta que acepten su invitación.')).toBeVisible()
  await hands.click(admin.getByRole('button', { name: 'Crear Proyecto' }))
  await expect(admin).toHaveURL(/\/empresa\/projects$/)
}

/** Makes the order that the checklist offers next. */
export async function makeFirstOrder(admin: Page, hands: Hands): Promise<void> {
  await hands.click(
    admin.getByRole('region', { name: 'Primeros pasos' }).getByRole('link', { name: 'Nuevo Documento' }),
  )
  await hands.click(admin.getByText('Solicitar pago o gasto'))
  await hands.type(admin.getByLabel('Nombre', { exact: true }), 'Luz')
  await hands.click(admin.getByRole('button', { name: 'Usar Luz' }))
  await hands.type(admin.getByLabel('Monto', { exact: true }), '50')
  await hands.click(admin.getByRole('button', { name: 'Guardar' }))
  await expect(admin).toHaveURL(/\/empresa\/projects\/PRJ-\d+$/)
}

/** The approver, in the page of the link of their mail, chooses a password, is told what waits, and approves. */
export async function approveFirstOrder(eva: Page, hands: Hands): Promise<void> {
  hands.pressed()
  await hands.type(eva.getByLabel('Nueva contraseña'), password)
  await hands.next(eva)
  await hands.next(eva)
  await hands.type(eva.getByLabel('Confirmar contraseña'), password, { isFocused: true })
  await hands.enter(eva)
  await hands.click(eva.getByRole('link', { name: '1 pedido espera tu aprobación' }))
  await hands.click(eva.getByRole('button', { name: /^Aprobar( documento)?$/ }))
  await expect(eva.getByText('Has aprobado este documento correctamente')).toBeVisible()
}

async function invite(button: Locator, hands: Hands, name: string, address: string): Promise<void> {
  const page = button.page()
  await hands.click(button)
  await hands.type(dialog(page).getByLabel('Nombre', { exact: true }), name, { isFocused: true })
  await hands.next(page)
  await hands.type(dialog(page).getByLabel('Apellidos'), 'Gil', { isFocused: true })
  await hands.next(page)
  await hands.type(dialog(page).getByLabel('Correo electrónico'), address, { isFocused: true })
  await hands.enter(page)
  await expect(dialog(page)).toBeHidden()
}

const dialog = (page: Page) => page.getByRole('dialog').last()
