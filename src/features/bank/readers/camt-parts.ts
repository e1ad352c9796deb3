/**
 * Parts of a CAMT movement: references, the other party, texts, and why it came back. Versions 02 and 08 differ in
 * where some of it stands, so both places are looked at.
 */
import { maxCharacters, reference, short } from '#features/bank/readers/fields.ts'
import type { BankLine, Counterparty, LineReferences, LineReturn } from '#features/bank/rules/statement.ts'
import { ibanFrom } from '#kernel/iban.ts'
import { type XmlElement, type XmlPaths, xmlText } from '#server/xml/element.ts'

/** `entry`: the movement (`Ntry`). `batch`: what is told of its batch. `details`: of one transaction (`TxDtls`). */
export type Told = {
  readonly entry: XmlElement
  readonly batch: XmlElement | null
  readonly details: XmlElement | null
}

type Fields = Pick<BankLine, 'references' | 'counterparty' | 'text' | 'returned'>

export function fieldsTold(paths: XmlPaths, told: Told, isDebit: boolean): Fields {
  return {
    references: references(paths, told),
    counterparty: counterparty(paths, told.details, isDebit),
    text: words(paths, told),
    returned: returned(paths, told),
  }
}

function references({ text }: XmlPaths, { entry, batch, details }: Told): LineReferences {
  const told = (path: string) => reference(text(details, `Refs/${path}`))
  return {
    endToEndId: told('EndToEndId'),
    messageId: told('MsgId') ?? reference(text(batch, 'MsgId')),
    paymentInfoId: told('PmtInfId') ?? reference(text(batch, 'PmtInfId')),
    // The bank's number of the transaction tells parts of one movement apart.
    bankReference: told('AcctSvcrRef') ?? told('TxId') ?? reference(text(entry, 'AcctSvcrRef')),
    document: null,
    first: null,
    second: null,
  }
}

/** Payee of money that leaves, payer of money that comes in. */
function counterparty({ text }: XmlPaths, details: XmlElement | null, isDebit: boolean): Counterparty {
  const who = isDebit ? 'Cdtr' : 'Dbtr'
  const name =
    text(details, `RltdPties/${who}/Nm`) ??
    text(details, `RltdPties/${who}/Pty/Nm`) ??
    text(details, `RltdPties/Ultmt${who}/Nm`) ??
    text(details, `RltdPties/Ultmt${who}/Pty/Nm`)
  return {
    name: short(name, maxCharacters.name),
    iban: ibanFrom(text(details, `RltdPties/${who}Acct/Id/IBAN`) ?? ''),
  }
}

function words({ all, text }: XmlPaths, { entry, batch, details }: Told): string {
  const pieces = [
    ...all(details, 'RmtInf/Ustrd').map(xmlText),
    ...all(details, 'RmtInf/Strd/CdtrRefInf/Ref').map(xmlText),
    text(details, 'AddtlTxInf'),
    text(entry, 'AddtlNtryInf'),
    batch === null ? null : text(entry, 'NtryRef'),
  ]
  return short([...new Set(pieces.filter(each => each !== null))].join(' '), maxCharacters.text) ?? ''
}

/** The bank says why, calls the movement a return (`RRTN`), or says that it undoes another one. */
function returned({ first, text }: XmlPaths, { entry, details }: Told): LineReturn | null {
  const why = first(details, 'RtrInf')
  const isReversal = /^(true|1)$/.test(text(entry, 'RvslInd') ?? '')
  const isReturn = [details, entry].some(each => text(each, 'BkTxCd/Domn/Fmly/SubFmlyCd') === 'RRTN')
  if (why === null && !isReversal && !isReturn) return null
  return { code: short(text(why, 'Rsn/Cd') ?? text(why, 'Rsn/Prtry'), maxCharacters.reference) }
}
