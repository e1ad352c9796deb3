/** Spanish words of step-up. */
import { refusalWords } from '#features/companies/text.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import type { StepUpRefusal } from '#features/step-up/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const stepUpWords = refusalTexts<StepUpRefusal>({
  forbidden: refusalWords.forbidden,
  untrusted_account: untrustedWords,
  stale_data: refusalWords.stale_data,
})

export const stepUpAbility = abilityWith(stepUpWords)

const stepTexts: { readonly [step in ConfirmingStep]: string } = {
  webauthn: 'con una llave de acceso',
  totp: 'con un código de su aplicación',
  recovery_code: 'con un código de recuperación',
  password: 'con su contraseña',
}
const textsByStep = new Map<unknown, string>(Object.entries(stepTexts))

/** 'identidad confirmada con su contraseña'; null for a decision of which no confirmation was asked. */
export function confirmedText(step: unknown): string | null {
  const how = textsByStep.get(step)
  return how === undefined ? null : `identidad confirmada ${how}`
}
