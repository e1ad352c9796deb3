/** Added approvers and forced decisions as screens and Constancias tell them, without the words of refusals. */
import type { Place } from '#features/approvals/rules/added.ts'

export type Added = { readonly byName: string; readonly reason: string; readonly place: Place }

export const addedWords = ({ byName, reason }: Pick<Added, 'byName' | 'reason'>): string =>
  `Añadido por ${byName}: «${reason}»`

export type Forced = { readonly byName: string; readonly at: string; readonly reason: string }

export const forcedWords = ({ byName, reason }: Pick<Forced, 'byName' | 'reason'>): string =>
  `Decisión forzada por ${byName}, de administración: «${reason}»`
