/** CAMT.053 (statement) and CAMT.054 (notification) of ISO 20022, versions 02 and 08. */

import { type CamtEntry, entryFrom, entryLines } from '#features/bank/readers/camt-entries.ts'
import { checkSummary } from '#features/bank/readers/camt-summary.ts'
import { sameBalance, sumLines } from '#features/bank/readers/checks.ts'
import { amountFrom, currencyFrom, dayFromXml, needed } from '#features/bank/readers/fields.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import type { AccountReport, BankFile } from '#features/bank/rules/statement.ts'
import { ibanFrom } from '#kernel/iban.ts'
import type { Currency } from '#kernel/money.ts'
import { attributeValue, type XmlElement, type XmlPaths, xmlPaths } from '#server/xml/element.ts'

const family = /^urn:iso:std:iso:20022:tech:xsd:camt\.05([34])\.001\.(\d{2})$/

export const isCamt = ({ namespace, local }: XmlElement): boolean =>
  local === 'Document' && family.test(namespace)

/** @throws Unreadable */
export function readCamt(root: XmlElement): BankFile {
  const [, message = '', version = ''] = family.exec(root.namespace) ?? []
  if (version !== '02' && version !== '08')
    throw new Unreadable('other_version', { format: `CAMT.05${message}`, version })
  const paths = xmlPaths({ '': root.namespace })
  const isStatement = message === '3'
  const reports = isStatement
    ? paths.all(root, 'BkToCstmrStmt/Stmt')
    : paths.all(root, 'BkToCstmrDbtCdtNtfctn/Ntfctn')
  if (reports.length === 0) throw new Unreadable('incomplete', { field: 'los extractos' })
  let before = 0
  return {
    reports: reports.map(each => {
      const read = accountReport(paths, each, { isStatement, before })
      before += paths.all(each, 'Ntry').length
      return read
    }),
  }
}

/** `before`: number of entries in the reports before this one, because entries are counted through the file. */
type Options = { readonly isStatement: boolean; readonly before: number }

function accountReport(paths: XmlPaths, report: XmlElement, { isStatement, before }: Options): AccountReport {
  const account = needed(
    paths.text(report, 'Acct/Id/IBAN') ?? paths.text(report, 'Acct/Id/Othr/Id'),
    'la cuenta',
    {},
  )
  const iban = ibanFrom(account)
  if (iban === null) throw new Unreadable('not_an_account', { text: account.slice(0, 40) })
  const currency = currencyTold(paths, report)
  const entries = paths
    .all(report, 'Ntry')
    .map((each, index) => entryFrom(paths, each, { entry: before + index + 1, currency }))
  checkSummary(paths, report, { entries, currency, iban })
  const booked = entries.filter(({ isBooked }) => isBooked)
  const told = {
    iban,
    currency,
    from: dayFromXml(paths.text(report, 'FrToDt/FrDtTm'), {}),
    to: dayFromXml(paths.text(report, 'FrToDt/ToDtTm'), {}),
    lines: booked.flatMap(each => entryLines(paths, each)),
  }
  return isStatement
    ? {
        kind: 'statement',
        format: 'camt053',
        ...told,
        ...balances(paths, report, { booked, currency, iban }),
      }
    : { kind: 'notification', format: 'camt054', ...told }
}

/** The account's currency, or that of its balances or movements where the bank leaves it out. */
function currencyTold({ first, text }: XmlPaths, report: XmlElement): Currency {
  const amount = first(report, 'Bal/Amt') ?? first(report, 'Ntry/Amt')
  return currencyFrom(text(report, 'Acct/Ccy') ?? (amount && attributeValue(amount, 'Ccy')), {})
}

type Movements = {
  readonly booked: readonly CamtEntry[]
  readonly currency: Currency
  readonly iban: string
}

/** Opening and closing balance; where both are told, the movements make one from the other. */
function balances(paths: XmlPaths, report: XmlElement, { booked, currency, iban }: Movements) {
  const told = (...codes: string[]): bigint | null => {
    const found = codes.flatMap(code =>
      paths.all(report, 'Bal').filter(each => paths.text(each, 'Tp/CdOrPrtry/Cd') === code),
    )
    const [balance] = found
    return balance === undefined ? null : signedAmount(paths, balance, currency, iban)
  }
  // Opening, or the closing one of the day before.
  const openingMinor = told('OPBD', 'PRCD')
  const closingMinor = told('CLBD')
  if (openingMinor !== null && closingMinor !== null)
    sameBalance({ stated: closingMinor, found: openingMinor + sumLines(booked), currency }, { iban })
  return { openingMinor, closingMinor }
}

function signedAmount(paths: XmlPaths, balance: XmlElement, currency: Currency, iban: string): bigint {
  const amount = needed(paths.first(balance, 'Amt'), 'un saldo', { iban })
  const own = attributeValue(amount, 'Ccy')
  if (own !== currency) throw new Unreadable('mixed_currencies', { iban, currency: own, own: currency })
  const minor = amountFrom(paths.text(balance, 'Amt'), currency, { iban })
  return paths.text(balance, 'CdtDbtInd') === 'DBIT' ? -minor : minor
}
