import { refusalWords } from '#features/companies/text.ts'
import type { SettingsRefusal } from '#features/contracts/rules/settings.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { refusalTexts } from '#kernel/ability.ts'

export const settingsWords = refusalTexts<SettingsRefusal>({
  ...refusalWords,
  untrusted_account: untrustedWords,
})
