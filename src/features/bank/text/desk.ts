/** Spanish words of refusals at the bank's desk. */
import type { DeskRefusal } from '#features/bank/rules/desk.ts'
import { unreadableKinds } from '#features/bank/rules/unreadable.ts'
import { unreadableTexts } from '#features/bank/text.ts'
import { companyWords } from '#features/companies/text.ts'
import { batchWords } from '#features/executions/text/batches.ts'
import { executionWords } from '#features/executions/text/refusals.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { ibanText } from '#kernel/iban.ts'
import type { Refusal } from '#kernel/refusal.ts'

const deskWords: RefusalWords<DeskRefusal> = {
  forbidden: 'Solo la administración y quien ejecuta en todos los proyectos trabajan con el banco.',
  not_found: 'El movimiento no existe o no tienes acceso.',
  company_suspended: companyWords,
  untrusted_account: untrustedWords,
  file_not_yours: 'El archivo no es tuyo o ya no existe. Vuelve a subirlo.',
  already_imported: 'Ese archivo ya se había importado: no añade nada.',
  account_not_ours: ({ facts }) =>
    `El archivo es de la cuenta ${ibanText(String(facts?.iban))}, que no es la cuenta de pago de la empresa.`,
  no_company_account: 'Falta la cuenta de pago de la empresa. La administración la indica en Configuración.',
  line_decided: 'El movimiento ya está conciliado o apartado.',
  line_not_explained: 'El movimiento no está apartado.',
  match_changed: 'Ese movimiento ya no coincide con ese pago. Vuelve a mirarlo.',
  not_downloaded: 'El pago está en una remesa cuyo archivo no se ha descargado.',
}

const ownKinds = new Set(Object.keys(deskWords))
const ownTexts = refusalTexts(deskWords)
const fileKinds = new Set<string>(unreadableKinds)

/** Words of a refusal of the desk, of a file of the bank, or of the order that a line is of. */
export function deskTexts(refusal: Refusal): string {
  const { refused, facts } = refusal
  if (ownKinds.has(refused)) return ownTexts(refusal)
  if (fileKinds.has(refused)) return unreadableTexts(refusal)
  return facts?.batch === undefined ? orderTexts(refusal) : batchWords(refusal)
}

/** The order's words, or those of its batch for what only a batch refuses. */
function orderTexts(refusal: Refusal): string {
  const words = executionWords(refusal)
  return words === refusal.refused ? batchWords(refusal) : words
}

/** Abilities on one line, in words: nobody but the order says who may confirm it. */
export const lineAbility = abilityWith(refusal =>
  refusal.refused === 'forbidden' ? executionWords(refusal) : deskTexts(refusal),
)
export const deskAbility = abilityWith(deskTexts)
