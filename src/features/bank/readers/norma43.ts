/**
 * Norma 43 (AEB): for each account a header (11), its movements (22) with their texts (23) and other currency (24), and
 * its totals (33); at the end the number of records (88).
 */
import {
  sameBalance,
  sameCount,
  sameSum,
  sumLines,
  type Totals,
  totals,
} from '#features/bank/readers/checks.ts'
import { ibanInText, maxCharacters, reference, short } from '#features/bank/readers/fields.ts'
import {
  cut,
  cutCount,
  cutCurrency,
  cutDay,
  cutIsDebit,
  cutMinor,
  type N43Record,
  n43Records,
} from '#features/bank/readers/norma43-records.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { reasonCodeInText } from '#features/bank/rules/return-codes.ts'
import { spanishIban } from '#features/bank/rules/spanish-account.ts'
import type { BankFile, BankLine, LineReturn, Statement } from '#features/bank/rules/statement.ts'
import { fold } from '#kernel/text.ts'

/** Most records of text to a movement. */
const maxTexts = 5

/** @throws Unreadable */
export function readNorma43(bytes: Uint8Array): BankFile {
  const records = n43Records(bytes)
  const end = records.at(-1)
  if (end?.code !== '88') throw new Unreadable('file_cut', { line: end?.line ?? 0, record: '88' })
  const body = records.slice(0, -1)
  const stated = cutCount(end, 21, 26)
  // Most banks leave the last record out of the count, as the standard has it; some count it.
  if (stated !== records.length) sameCount(stated, body.length, 'records', { line: end.line })
  return { reports: accounts(body).map(statement) }
}

/** Records of each account, from its header to its totals. */
function accounts(records: readonly N43Record[]): N43Record[][] {
  const found: N43Record[][] = []
  let isOpen = false
  for (const record of records) {
    if (!/^(11|22|23|24|33)$/.test(record.code))
      throw new Unreadable('record_unknown', { line: record.line, record: record.code })
    if ((record.code === '11') === isOpen) throw misplaced(record)
    if (record.code === '11') found.push([])
    found.at(-1)?.push(record)
    isOpen = record.code !== '33'
  }
  if (isOpen) throw new Unreadable('file_cut', { line: records.at(-1)?.line ?? 0, record: '33' })
  return found
}

function statement(records: readonly N43Record[]): Statement {
  const [header] = records
  const total = records.at(-1)
  if (!header || !total) throw new Error('an account has a header and totals')
  const iban = spanishIban(cut(header, 3, 6), cut(header, 7, 10), cut(header, 11, 20))
  if (iban === null)
    throw new Unreadable('not_an_account', { line: header.line, text: cut(header, 3, 20).trim() })
  const openingMinor = balance(header, 33)
  const lines = movements(records.slice(1, -1)).map(each => line(each, iban))
  const closingMinor = checkedClosing(header, total, lines)
  return {
    kind: 'statement',
    format: 'norma43',
    iban,
    currency: cutCurrency(header, 48),
    from: cutDay(header, 21),
    to: cutDay(header, 27),
    openingMinor,
    closingMinor,
    lines: lines.map(({ isDebit: _, ...rest }) => rest),
  }
}

/** Movement with the records that follow it. */
type Movement = { readonly main: N43Record; readonly texts: N43Record[] }

function movements(records: readonly N43Record[]): Movement[] {
  const found: Movement[] = []
  for (const record of records) {
    const last = found.at(-1)
    if (record.code === '22') found.push({ main: record, texts: [] })
    else if (!last) throw misplaced(record)
    else if (record.code === '23') {
      if (last.texts.length >= maxTexts) throw misplaced(record)
      last.texts.push(record)
    }
  }
  return found
}

/** A movement of zero has no sign of its own: the file counts it where it says. */
type SidedLine = BankLine & { readonly isDebit: boolean }

function line({ main, texts }: Movement, iban: string): SidedLine {
  const isDebit = cutIsDebit(main, 28)
  const minor = cutMinor(main, 29)
  const pieces = texts.flatMap(each => [cut(each, 5, 42), cut(each, 43, 80)])
  const text = short(pieces.reduce(continued, ''), maxCharacters.text) ?? ''
  return {
    isDebit,
    place: main.line,
    part: null,
    bookedOn: cutDay(main, 11),
    valueOn: cutDay(main, 17),
    amountMinor: isDebit ? -minor : minor,
    references: {
      endToEndId: null,
      messageId: null,
      paymentInfoId: null,
      bankReference: null,
      document: numberUnlessZero(cut(main, 43, 52)),
      first: numberUnlessZero(cut(main, 53, 64)),
      second: numberUnlessZero(cut(main, 65, 80)),
    },
    counterparty: { name: null, iban: ibanInText(text, iban) },
    text,
    returned: returned(cut(main, 23, 24), text, isDebit),
  }
}

/** Text with its next field: a field that is full to its last sign goes on in the next, in the middle of a word too. */
const continued = (text: string, field: string): string =>
  text.length > 0 && /\S$/.test(text) ? text + field : `${text} ${field}`

/** Banks fill references that they do not have with zeros. */
const numberUnlessZero = (text: string): string | null => (/^[0\s]*$/.test(text) ? null : reference(text))

/** Words of money that comes back, in the texts of banks that book it under another concept. */
const backWords = /\b(devol\w*|dev\W+(transf|trf)\w*|retroces\w*|rechaz\w*)/

/**
 * Concept 14 is of returned and unpaid items; 17 of commissions, which the bank keeps for them. Whoever pays may write
 * that they give something back: the words of a debit say nothing.
 */
function returned(concept: string, text: string, isDebit: boolean): LineReturn | null {
  const isReturn = concept === '14' || (!isDebit && concept !== '17' && backWords.test(fold(text)))
  return isReturn ? { code: reasonCodeInText(text) } : null
}

function balance(record: N43Record, at: number): bigint {
  const minor = cutMinor(record, at + 1)
  return cutIsDebit(record, at) ? -minor : minor
}

/** Closing balance, once the totals of the account are true of its movements. */
function checkedClosing(header: N43Record, total: N43Record, lines: readonly SidedLine[]): bigint {
  const where = { line: total.line }
  const currency = cutCurrency(header, 48)
  if (total.code !== '33') throw new Error('an account ends with its totals')
  if (cut(total, 3, 20) !== cut(header, 3, 20))
    throw new Unreadable('other_account', { ...where, text: cut(total, 3, 20).trim() })
  const other = cutCurrency(total, 74)
  if (other !== currency)
    throw new Unreadable('mixed_currencies', { ...where, currency: other, own: currency })
  const found: Totals = totals(lines.map(({ amountMinor, isDebit }) => ({ minor: amountMinor, isDebit })))
  sameCount(cutCount(total, 21, 25), found.debits, 'debits', where)
  sameCount(cutCount(total, 40, 44), found.credits, 'credits', where)
  sameSum({ stated: cutMinor(total, 26), found: found.debitMinor, currency }, 'debits', where)
  sameSum({ stated: cutMinor(total, 45), found: found.creditMinor, currency }, 'credits', where)
  const closingMinor = balance(total, 59)
  sameBalance({ stated: closingMinor, found: balance(header, 33) + sumLines(lines), currency }, where)
  return closingMinor
}

const misplaced = ({ line: at, code }: N43Record) =>
  new Unreadable('record_misplaced', { line: at, record: code })
