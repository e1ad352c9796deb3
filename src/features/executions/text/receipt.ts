import type { DisputeCause, ReceiptRefusal } from '#features/executions/rules/receipt.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const causeLabel: { readonly [cause in DisputeCause]: string } = {
  not_received: 'No lo he recibido',
  not_correct: 'No es correcto',
}

const words: RefusalWords<ReceiptRefusal | 'not_found'> = {
  forbidden: 'Solo la administración o quien ejecuta en el proyecto puede resolver la disputa.',
  not_found: 'El pedido no existe o no tienes acceso.',
  not_executed: 'El pedido no está ejecutado.',
  not_its_recipient: ({ facts }) =>
    facts?.type === 'gasto'
      ? 'Solo el proveedor del pedido puede decir si ha recibido el pago.'
      : 'Solo el cliente del proyecto puede decir si ha recibido lo emitido.',
  own_execution: 'Lo ejecutaste tú: tiene que decirlo otra persona.',
  already_received: 'La recepción ya está confirmada.',
  already_disputed: 'El pedido ya está en disputa.',
  not_disputed: 'El pedido no está en disputa.',
  own_dispute: 'La abriste tú: tiene que resolverla otra persona.',
  stale_receipt: 'Alguien ha contestado antes. Revisa el pedido de nuevo.',
}

export const receiptWords = refusalTexts(words)
export const receiptAbility = abilityWith(receiptWords)
