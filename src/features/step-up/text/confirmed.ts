/** Spanish words of a confirmation that was given. */
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'

const texts: { readonly [step in ConfirmingStep]: string } = {
  webauthn: 'con una llave de acceso',
  totp: 'con un código de su aplicación',
  recovery_code: 'con un código de recuperación',
  password: 'con su contraseña',
}
const textsByStep = new Map<unknown, string>(Object.entries(texts))

/** 'identidad confirmada con su contraseña'; null for what asked for no confirmation. */
export function identityText(step: unknown): string | null {
  const how = textsByStep.get(step)
  return how === undefined ? null : `identidad confirmada ${how}`
}
