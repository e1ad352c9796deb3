/** Spanish words of step-up. */
import { refusalWords } from '#features/companies/text.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import type { StepUpRefusal } from '#features/step-up/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const stepUpWords = refusalTexts<StepUpRefusal>({
  forbidden: refusalWords.forbidden,
  untrusted_account: untrustedWords,
  stale_data: refusalWords.stale_data,
})

export const stepUpAbility = abilityWith(stepUpWords)
