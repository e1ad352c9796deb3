/** Spanish words for links of mails: why one decides no more, and what became of its order. */
import type { LinkEnd } from '#features/approvals/rules/decision-link.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

/** Refusals of a decision that only a link has. */
export type LinkRefusal = 'link_used' | 'link_expired' | 'link_of_other_seat'

const words: RefusalWords<LinkRefusal> = {
  link_used: 'Ya has decidido con este enlace. Abre el pedido en Visto Bueno.',
  link_expired: 'Este enlace ha caducado. Abre el pedido en Visto Bueno.',
  link_of_other_seat:
    'Ahora te toca otra aprobación de este pedido, que no es la de este correo. Ábrelo en Visto Bueno para decidirla.',
}
const own = refusalTexts(words)

export const linkWords = (refusal: Refusal): string =>
  Object.hasOwn(words, refusal.refused) ? own(refusal) : approvalWords(refusal)

/** Outcome, for the addressee of a link that is over. */
export const endWords: { readonly [end in LinkEnd]: string } = {
  decided: 'Esta aprobación ya está decidida',
  cancelled: 'El pedido se ha anulado',
  corrected: 'El pedido se ha corregido después de este correo',
  returned: 'El pedido ha vuelto a quien lo pidió',
  reassigned: 'Esta aprobación ya no es tuya: se ha reasignado',
  not_needed: 'Tu aprobación ya no hace falta',
  blocked: 'El pedido está bloqueado',
  not_waiting: 'El pedido ya no espera decisiones',
  used: 'Ya has decidido con este enlace',
  expired: 'Este enlace ha caducado',
  not_theirs: 'Esta aprobación no te toca ahora',
}
