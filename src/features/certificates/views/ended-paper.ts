/** Parts of the Constancia of an order that was rejected or cancelled: they say so wherever that of an approval says it. */
import type { End } from '#features/certificates/rules/ends.ts'
import type {
  CertifiedEndWire,
  CertifiedSeatWire,
  CertifiedWire,
} from '#features/certificates/wire/certificate.ts'
import { formatInstant } from '#kernel/day.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import type { Block } from '#server/pdf/paper.ts'

/** The end in one word, as a stamp has it. */
export const endStamp: { readonly [end in End]: string } = { rejected: 'RECHAZADO', cancelled: 'ANULADO' }

/** When, by whom and why the order ended, and that the paper is no approval. */
export function endingText(
  { order }: CertifiedWire,
  { end, at, by, inPlaceOf, reason }: CertifiedEndWire,
): string {
  const who = inPlaceOf === null ? by : `${by} en nombre de ${inPlaceOf}`
  const why = reason === null ? 'sin motivo escrito' : `«${reason}»`
  return `${endStamp[end]} el ${formatInstant(at, order.zone)} por ${who}: ${why}\nEsta constancia no certifica una aprobación: ${left[end]}.`
}

const left: { readonly [end in End]: string } = {
  rejected: 'el pedido no se aprobó',
  cancelled: 'la que tuvo el pedido ya no vale',
}

const outcomes: { readonly [outcome in NonNullable<CertifiedSeatWire['outcome']>]: string } = {
  approved: 'Etapa aprobada',
  rejected: 'Etapa rechazada',
  pending: 'Etapa sin decidir',
}

/** Outcome of a stage, to follow what it needs; empty where nobody says it. */
export const stageOutcomeText = ({ outcome }: CertifiedSeatWire): string =>
  outcome === null ? '' : ` ${outcomes[outcome]}.`

/** The amount that the contract has free again. */
export function freedBlocks({ order }: CertifiedWire, { end, at, freedMinor }: CertifiedEndWire): Block[] {
  const amount =
    freedMinor === null ? null : formatMoney(moneyFromText(freedMinor, currencyFrom(order.currency)))
  const kept = end === 'rejected' ? 'solicitado' : 'comprometido'
  const text =
    amount === null
      ? 'El contrato no reservaba nada para este pedido.'
      : `${amount}, que el contrato tenía reservado para este pedido como ${kept}, está libre otra vez desde el ${formatInstant(at, order.zone)}.`
  return [
    { kind: 'heading', text: 'Presupuesto liberado' },
    { kind: 'note', text },
  ]
}
