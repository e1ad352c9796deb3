// Requirements of the schemas of ISO 20022 and of the European Payments Council's guidelines on our file, written down
// from them: which element holds which, in this order, and what each may say.
import { parseXml, type XmlNode } from './xml.ts'

/** Order of the children of an element; `?` is optional, `+` once or more. */
const children: { readonly [name: string]: string } = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  InitgPty: 'Nm Id?',
  PmtInf:
    'PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf+',
  PmtTpInf: 'SvcLvl',
  SvcLvl: 'Cd',
  Dbtr: 'Nm Id?',
  DbtrAcct: 'Id Ccy',
  DbtrAgt: 'FinInstnId',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf',
  PmtId: 'EndToEndId',
  Amt: 'InstdAmt',
  CdtrAgt: 'FinInstnId',
  Cdtr: 'Nm',
  CdtrAcct: 'Id',
  RmtInf: 'Ustrd',
  OrgId: 'Othr',
  Othr: 'Id',
}

const sepa = "[A-Za-z0-9/\\-?:().,'+ ]"
const amount = /^(?!0\.00$)\d{1,9}\.\d{2}$/

const texts: { readonly [name: string]: RegExp } = {
  MsgId: /^[A-Za-z0-9-]{1,35}$/,
  PmtInfId: /^[A-Za-z0-9-]{1,35}$/,
  EndToEndId: /^[A-Za-z0-9.-]{1,35}$/,
  CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
  NbOfTxs: /^[1-9]\d{0,14}$/,
  CtrlSum: /^\d{1,16}\.\d{2}$/,
  PmtMtd: /^TRF$/,
  BtchBookg: /^(true|false)$/,
  Cd: /^SEPA$/,
  Dt: /^\d{4}-\d{2}-\d{2}$/,
  ChrgBr: /^SLEV$/,
  Ccy: /^EUR$/,
  Nm: new RegExp(`^(?! )${sepa}{1,70}(?<! )$`),
  Ustrd: new RegExp(`^(?! )${sepa}{1,140}(?<! )$`),
  InstdAmt: amount,
  IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  BIC: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/,
}

/** Each way in which the file is none that a bank takes; none when it is in order. */
export function faultsOf(xml: string): string[] {
  const root = parseXml(xml)
  const version = /^urn:iso:std:iso:20022:tech:xsd:(pain\.001\.001\.0[39])$/.exec(
    root.attributes.xmlns ?? '',
  )?.[1]
  if (root.name !== 'Document' || !version) return ['no Document of a version that banks take']
  return [...shapeFaults(root, { version, parent: '' }), ...sumFaults(root)]
}

type Where = { readonly version: string; readonly parent: string }

function shapeFaults(node: XmlNode, where: Where): string[] {
  const order = orderOf(node, where)
  if (order === null) {
    const pattern = texts[node.name] ?? (node.name === 'Id' ? /^[A-Z0-9]{1,35}$/ : undefined)
    const isText = node.children.length === 0 && (pattern ?? texts.Dt)?.test(node.text)
    return isText ? [] : [`${where.parent}/${node.name} says «${node.text}»`]
  }
  const names = node.children.map(child => child.name).join(' ')
  const follows = new RegExp(`^${order.replace(/(\w+)([?+]?) ?/g, '(?:$1(?: |$$))$2')}$`)
  return [
    ...(follows.test(names) ? [] : [`${node.name} holds ${names}, not ${order}`]),
    ...node.children.flatMap(child => shapeFaults(child, { ...where, parent: node.name })),
  ]
}

/** Null for an element that holds text. */
function orderOf({ name }: XmlNode, { version, parent }: Where): string | null {
  const isNew = version.endsWith('09')
  if (name === 'ReqdExctnDt') return isNew ? 'Dt' : null
  if (name === 'FinInstnId') return `${isNew ? 'BICFI' : 'BIC'}${parent === 'CdtrAgt' ? '' : '? Othr?'}`
  if (name === 'Id' && (parent === 'InitgPty' || parent === 'Dbtr')) return 'OrgId'
  if (name === 'Id' && parent.endsWith('Acct')) return 'IBAN'
  return children[name] ?? null
}

/** Both levels count and sum what is there. */
function sumFaults(root: XmlNode): string[] {
  const transfers = all(root, 'CdtTrfTxInf')
  const sum = all(root, 'InstdAmt').reduce((cents, { text }) => cents + BigInt(text.replace('.', '')), 0n)
  const said = all(root, 'CtrlSum').map(({ text }) => BigInt(text.replace('.', '')))
  const counts = all(root, 'NbOfTxs').map(({ text }) => Number(text))
  const ids = all(root, 'EndToEndId').map(({ text }) => text)
  return [
    ...(said.length === 2 && said.every(each => each === sum) ? [] : [`CtrlSum ${said}, not ${sum}`]),
    ...(counts.every(count => count === transfers.length)
      ? []
      : [`NbOfTxs ${counts}, not ${transfers.length}`]),
    ...(new Set(ids).size === ids.length ? [] : ['an EndToEndId twice']),
  ]
}

export const all = (node: XmlNode, name: string): XmlNode[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap(child => all(child, name)),
]

/** The texts of every element of this name, in order. */
export const textsOf = (xml: string, name: string): string[] =>
  all(parseXml(xml), name).map(({ text }) => text)
