/** Added approvers, deputies and forced decisions as screens and Constancias tell them, without the words of refusals. */
import type { Place } from '#features/approvals/rules/added.ts'
import { counted } from '#kernel/text.ts'

export type Added = { readonly byName: string; readonly reason: string; readonly place: Place }

export const addedWords = ({ byName, reason }: Pick<Added, 'byName' | 'reason'>): string =>
  `Añadido por ${byName}: «${reason}»`

/** Deputy of a stage, and the days of waiting after which they are asked too. */
export const deputyWords = ({ name, afterDays }: { name: string; afterDays: number }): string =>
  `Suplente por demora: ${name}, si alguien tarda más de ${counted(afterDays, 'día')}`

/** Reason of a deputy's seat. */
export const deputySeatWords = ({ forName, afterDays }: DeputySeat): string =>
  `Por demora: ${forName} no decidió en ${counted(afterDays, 'día')}`

export type DeputySeat = { readonly forName: string; readonly afterDays: number }

/** Way of a decision that was taken with the link of a mail. */
export const fromMailWords = 'desde el enlace del correo'

export type Forced = { readonly byName: string; readonly at: string; readonly reason: string }

export const forcedWords = ({ byName, reason }: Pick<Forced, 'byName' | 'reason'>): string =>
  `Decisión forzada por ${byName}, de administración: «${reason}»`
