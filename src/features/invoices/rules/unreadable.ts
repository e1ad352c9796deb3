/** Reasons for which a file becomes no received invoice. Each has its sentence in `text.ts`. */
export const unreadableKinds = [
  'empty',
  'too_large',
  'unknown_kind',
  'xml_malformed',
  'xml_encoding',
  'xml_with_dtd',
  'xml_too_large',
  'takes_too_long',
  'too_much_memory',
  'engine_failed',
  'other_xml',
  'old_version',
  'many_invoices',
  'incomplete',
  'unknown_currency',
  'mixed_currencies',
  'not_an_amount',
  'too_many_decimals',
  'amount_too_long',
  'negative_credit_note',
  'pdf_locked',
  'pdf_broken',
  'nothing_found',
  'picture_too_large',
  'picture_broken',
  'picture_without_qr',
  'archive',
] as const
export type UnreadableKind = (typeof unreadableKinds)[number]

const noInvoice: readonly UnreadableKind[] = [
  'nothing_found',
  'picture_without_qr',
  'other_xml',
  'unknown_kind',
]

/** True when the file may well be no invoice: nobody is told then that it was not read. */
export const isNoInvoice = (kind: UnreadableKind): boolean => noInvoice.includes(kind)
