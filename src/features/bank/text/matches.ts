/** Spanish words of matches: what a line of the bank is of, and why, or why it is of nothing. */
import type { Certainty, MatchKind, MatchReason } from '#features/bank/rules/bank-matching.ts'

export const certaintyLabel: { readonly [certainty in Certainty]: string } = {
  exact: 'Exacto',
  proposed: 'Propuesto',
  none: 'Sin emparejar',
}

export const matchKindLabel: { readonly [kind in MatchKind]: string } = {
  paid: 'Pago',
  batch: 'Remesa entera',
  returned: 'Devolución',
  rejected: 'Rechazo del banco',
  income: 'Cobro',
}

export const matchReasonText: { readonly [why in MatchReason]: string } = {
  end_to_end: 'El banco repite el identificador del pago.',
  end_to_end_without_return:
    'El abono lleva el identificador de un pago, pero no dice que sea una devolución.',
  sent_before:
    'El pago ya salió en el archivo de una remesa anulada: comprueba en el banco si este movimiento es de aquel archivo.',
  batch_reference: 'El banco nombra la remesa y el monto es el suyo.',
  batch_total: 'El monto es el de la única remesa de esos días que suma lo mismo.',
  amount_and_account: 'El monto y la cuenta son los del pago, y las fechas están cerca.',
  amount_and_name: 'El monto y el nombre son los del pago.',
  amount: 'Es el único pago con ese monto en esos días.',
  invoice_number: 'El texto dice el número de la factura o del pedido, y el monto es el suyo.',
  status: 'El informe de estado del banco nombra el pago.',
  ambiguous: 'Hay varios con el mismo monto: comprueba que sea este.',
  account_differs: 'El identificador y el monto son los del pago, pero la cuenta es otra.',
  far_date: 'El monto y la cuenta son los del pago, pero las fechas no están cerca.',
  amount_differs: 'El banco nombra este pago con otro monto.',
  already_paid: 'El pago ya estaba confirmado.',
  already_back: 'La devolución de este pago ya estaba registrada.',
  already_used: 'Otra línea del banco ya corresponde a este pago.',
  names_another: 'El banco nombra otro pago, que ya no está pendiente.',
  nothing_alike: 'No se parece a nada de lo que espera.',
  nothing_moved: 'El banco informa del pago, pero no lo ha rechazado.',
}
