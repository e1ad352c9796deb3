/**
 * Reasons to reject a file of the bank: it cannot be read, or its figures contradict each other. `record_…`, `file_cut`
 * and `other_account` are of Norma 43, `xml_…` and `other_…` of XML of another kind or version than is known;
 * `engine_failed`: the thread that read it died. Each has its sentence in `bank/text.ts`.
 */
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
export const maxLinesOfFile = 60_000

/** Lines that a stated count or sum is of: `all` counts every line, `net` is credits less debits. */
export const countedThings = ['debits', 'credits', 'all', 'net', 'records', 'rejected'] as const
export type CountedThing = (typeof countedThings)[number]
