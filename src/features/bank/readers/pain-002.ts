/** Status report of a file of transfers (pain.002), versions 03 and 10. */
import { sameCount } from '#features/bank/readers/checks.ts'
import {
  amountFrom,
  countFrom,
  maxCharacters,
  needed,
  reference,
  short,
} from '#features/bank/readers/fields.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { type BankFile, type BankStatus, statusOutcome } from '#features/bank/rules/statement.ts'
import { isCurrency } from '#kernel/money.ts'
import { attributeValue, type XmlElement, type XmlPaths, xmlPaths, xmlText } from '#server/xml/element.ts'

const family = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.(\d{2})$/

export const isPain002 = ({ namespace, local }: XmlElement): boolean =>
  local === 'Document' && family.test(namespace)

/** @throws Unreadable */
export function readPain002(root: XmlElement): BankFile {
  const [, version = ''] = family.exec(root.namespace) ?? []
  if (version !== '03' && version !== '10')
    throw new Unreadable('other_version', { format: 'pain.002', version })
  const paths = xmlPaths({ '': root.namespace })
  const report = needed(paths.first(root, 'CstmrPmtStsRpt'), 'el informe de estado', {})
  const file = needed(paths.first(report, 'OrgnlGrpInfAndSts'), 'el archivo original', {})
  const batches = paths.all(report, 'OrgnlPmtInfAndSts')
  const told = [
    ...statusTold(paths, file, { level: 'file', code: 'GrpSts', batch: null }),
    ...batches.flatMap(batch => [
      ...statusTold(paths, batch, { level: 'batch', code: 'PmtInfSts', batch }),
      ...paths
        .all(batch, 'TxInfAndSts')
        .flatMap(each => statusTold(paths, each, { level: 'payment', code: 'TxSts', batch })),
    ]),
  ]
  checkRejected(paths, file, told)
  return {
    reports: [
      {
        kind: 'status',
        format: 'pain002',
        messageId: needed(
          reference(paths.text(file, 'OrgnlMsgId')),
          'el identificador del archivo original',
          {},
        ),
        statuses: told.map((status, index) => ({ ...status, place: index + 1 })),
      },
    ],
  }
}

type Level = {
  readonly level: BankStatus['level']
  /** Element of the status. */
  readonly code: string
  readonly batch: XmlElement | null
}

/** Empty where the bank tells no status of this level. */
function statusTold(
  paths: XmlPaths,
  from: XmlElement,
  { level, code, batch }: Level,
): readonly Omit<BankStatus, 'place'>[] {
  const status = paths.text(from, code)
  if (status === null) return []
  const reasons = paths
    .all(from, 'StsRsnInf')
    .flatMap(each => paths.text(each, 'Rsn/Cd') ?? paths.text(each, 'Rsn/Prtry') ?? [])
  const words = paths.all(from, 'StsRsnInf/AddtlInf').map(xmlText).join(' ')
  return [
    {
      level,
      code: status.slice(0, maxCharacters.reference).toWellFormed(),
      outcome: statusOutcome(status),
      reasons: reasons.map(each => each.slice(0, maxCharacters.reference).toWellFormed()),
      text: short(words, maxCharacters.text) ?? '',
      paymentInfoId: reference(paths.text(batch, 'OrgnlPmtInfId')),
      endToEndId: level === 'payment' ? reference(paths.text(from, 'OrgnlEndToEndId')) : null,
      amountMinor: level === 'payment' ? originalAmount(paths, from) : null,
    },
  ]
}

function originalAmount({ first }: XmlPaths, transaction: XmlElement): bigint | null {
  const amount = first(transaction, 'OrgnlTxRef/Amt/InstdAmt')
  const currency = amount && attributeValue(amount, 'Ccy')
  return amount && currency && isCurrency(currency) ? amountFrom(xmlText(amount), currency, {}) : null
}

/** Where the bank counts the rejected payments and lists them, it lists all of them. */
function checkRejected(paths: XmlPaths, file: XmlElement, told: readonly Omit<BankStatus, 'place'>[]): void {
  const found = told.filter(({ level, outcome }) => level === 'payment' && outcome === 'rejected').length
  const stated = paths.all(file, 'NbOfTxsPerSts').find(each => paths.text(each, 'DtldSts') === 'RJCT')
  const count = stated && paths.text(stated, 'DtldNbOfTxs')
  if (count && found > 0) sameCount(countFrom(count, {}), found, 'rejected', {})
}
