/** Spanish words of recurrences: periods, states and refusals. */
import { approvalWords } from '#features/approvals/text.ts'
import { projectWords } from '#features/projects/text.ts'
import type { Period, RecurrenceRefusal, RecurrenceState } from '#features/recurrences/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { formatDay } from '#kernel/day.ts'
import type { Refusal } from '#kernel/refusal.ts'

const words: RefusalWords<RecurrenceRefusal> = {
  forbidden: 'Solo puede hacerlo quien creó la repetición.',
  not_found: 'La repetición no existe o no tienes acceso.',
  already_recurring: 'Este pedido ya se repite.',
  not_your_document: 'Un pedido lo repite quien lo creó: duplícalo para repetir el tuyo.',
  is_credit_note: 'Un abono no se repite.',
  first_day_in_past: ({ facts }) =>
    `La primera fecha es, como pronto, el ${formatDay(String(facts?.earliest))}: lo de hoy se pide ahora.`,
  recurrence_ended: 'La repetición ya ha terminado.',
  recurrence_not_active: 'La repetición ya está parada.',
  recurrence_not_halted: 'La repetición está en marcha.',
  recurrence_not_due: 'No hay ningún pedido que crear ahora.',
  recurrence_owner_gone: 'Quien creó la repetición ya no trabaja en la empresa: termínala y crea otra.',
  stale_recurrence: 'La repetición ha cambiado mientras la mirabas. Revisa cómo está ahora.',
}
const ownWords = refusalTexts(words)

/** Spanish sentence for a refusal of a recurrence, or of the order that it was to make. */
export const recurrenceWords = (refusal: Refusal): string => {
  if (Object.hasOwn(words, refusal.refused)) return ownWords(refusal)
  const ofOrder = approvalWords(refusal)
  return ofOrder === refusal.refused ? projectWords(refusal) : ofOrder
}
export const recurrenceAbility = abilityWith(ownWords)

export const periodLabel: { readonly [period in Period]: string } = {
  1: 'Cada mes',
  2: 'Cada dos meses',
  3: 'Cada trimestre',
  6: 'Cada seis meses',
  12: 'Cada año',
}

export const recurrenceStateLabel: { readonly [state in RecurrenceState]: string } = {
  active: 'En marcha',
  paused: 'En pausa',
  stopped: 'Detenida',
  ended: 'Terminada',
}

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** Name of the order of a due day: the recurrence's name with its month, 'Alquiler · diciembre de 2026'. */
export const dueName = (name: string, dueOn: string): string =>
  `${name} · ${months[Number(dueOn.slice(5, 7)) - 1]} de ${dueOn.slice(0, 4)}`
