// A second factor as a person makes it on the profile, with the application that shows their codes.
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, toast } from './people.ts'

/** The code that an application shows `steps` half minutes from now: each is good once. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

export const codeInput = (page: Page) => page.getByLabel('Código de verificación')

/** Enrols on the profile and returns the secret; what was written down is in the other half. `judge` sees both dialogs. */
export async function enrol(
  page: Page,
  judge: (page: Page) => Promise<void> = async () => {},
): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Activar la verificación' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByAltText('Código QR para la aplicación de verificación')).toBeVisible()
  await judge(page)
  const secret = ((await dialog.locator('.select-all').textContent()) ?? '').replaceAll(' ', '')
  await codeInput(page).fill('000 000')
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByText(/El código no es correcto/)).toBeVisible()
  await codeInput(page).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(toast(page, 'Verificación en dos pasos activada')).toBeVisible()
  await page.getByRole('button', { name: 'Crear códigos', exact: true }).click()
  const list = page.getByRole('list', { name: 'Códigos de recuperación' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await judge(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe('codigos-de-recuperacion.txt')
  const codes = await list.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'Los he guardado' }).click()
  await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible()
  return { secret, codes }
}
