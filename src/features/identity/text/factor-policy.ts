import { refusalWords } from '#features/companies/text.ts'
import type { FactorPolicyRefusal } from '#features/identity/rules/factor-policy.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const factorPolicyWords = refusalTexts<FactorPolicyRefusal>({
  forbidden: refusalWords.forbidden,
  untrusted_account: untrustedWords,
  policy_of_program:
    'En esta instalación quien administra necesita siempre la verificación en dos pasos: la empresa puede pedirla a más personas, no a menos.',
  own_factor_missing:
    'Activa antes tu verificación en dos pasos en tu perfil: con esta regla también se te pedirá a ti.',
  stale_data: refusalWords.stale_data,
})
export const factorPolicyAbility = abilityWith(factorPolicyWords)
