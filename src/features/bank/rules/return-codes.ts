/** Reasons of ISO 20022 for which a transfer is returned or rejected, those that credit transfers are given. */
export const returnCodes = [
  'AC01',
  'AC02',
  'AC03',
  'AC04',
  'AC06',
  'AC13',
  'AC14',
  'AG01',
  'AG02',
  'AM01',
  'AM02',
  'AM03',
  'AM04',
  'AM05',
  'AM09',
  'AM10',
  'ARDT',
  'BE01',
  'BE04',
  'BE05',
  'BE06',
  'BE07',
  'CNOR',
  'CURR',
  'CUST',
  'DNOR',
  'DT01',
  'DUPL',
  'ED05',
  'FF01',
  'FOCR',
  'FR01',
  'FRAD',
  'MD01',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'NARR',
  'NOAS',
  'NOOR',
  'RC01',
  'RC04',
  'RC07',
  'RF01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
  'SL01',
  'TECH',
  'TM01',
  'UPAY',
] as const
export type ReturnCode = (typeof returnCodes)[number]

const known: ReadonlySet<string> = new Set(returnCodes)

export const isReturnCode = (text: string): text is ReturnCode => known.has(text)

/** First reason in a text of the bank, those of two letters and two digits: the others are words. */
export function reasonCodeInText(text: string): ReturnCode | null {
  const codes: readonly string[] = text.toUpperCase().match(/\b[A-Z]{2}\d{2}\b/g) ?? []
  return codes.find(isReturnCode) ?? null
}
