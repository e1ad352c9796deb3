/** Words about credit notes, apart from those of orders, which every screen loads. */
import type { CreditNoteRefusal } from '#features/documents/rules/credit-notes.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const creditNoteRefusalWords: RefusalWords<CreditNoteRefusal> = {
  credits_credit_note: 'Un abono no se abona: anúlalo, o pide un pedido nuevo.',
  not_creditable: 'Solo se abona un pedido aprobado o ejecutado.',
  nothing_left: 'Ya está abonado por completo.',
  more_than_left: ({ facts }) =>
    facts?.isCharge
      ? `Del contrato solo puede volver lo que queda por abonar: ${facts.left}. Revisa el desglose.`
      : `Del pedido quedan por abonar ${facts?.left}.`,
  not_of_credited: ({ facts }) =>
    `Un abono es del mismo proyecto, contrato, tipo y proveedor que su pedido (${facts?.credited}).`,
  more_than_paid: ({ facts }) =>
    `De su pedido se han pagado ${facts?.kept} que no se han devuelto: el abono se confirma cuando se haya pagado lo que devuelve.`,
  credit_note: 'Es un abono: no se puede hacer con él.',
  paid_is_credited: 'Un abono ya devolvió ese pago al contrato: no puede volver otra vez.',
}

export const creditNoteWords = refusalTexts(creditNoteRefusalWords)
