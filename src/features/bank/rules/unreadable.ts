/** Reasons for which a file of the bank is not believed. Each has its sentence in `text.ts`. */
export const unreadableKinds = [
  'empty',
  'too_large',
  'unknown_kind',
  'takes_too_long',
  'too_much_memory',
  'engine_failed',
  'xml_malformed',
  'xml_encoding',
  'xml_with_dtd',
  'xml_too_large',
  'other_xml',
  'other_version',
  'incomplete',
  'unknown_currency',
  'mixed_currencies',
  'not_an_amount',
  'too_many_decimals',
  'amount_too_long',
  'not_a_day',
  'not_an_account',
  'other_account',
  'record_unknown',
  'record_misplaced',
  'record_too_long',
  'file_cut',
  'count_differs',
  'sum_differs',
  'balance_differs',
  'too_many_lines',
] as const
export type UnreadableKind = (typeof unreadableKinds)[number]

/** Most movements or statuses of one file. */
export const mostLinesOfFile = 60_000

/** What a count or a sum is of. */
export const countedThings = ['debits', 'credits', 'all', 'net', 'records', 'rejected'] as const
export type CountedThing = (typeof countedThings)[number]
