// Files of a bank, made by ourselves: Norma 43, CAMT.053 and CAMT.054, pain.002.

export const ownIban = 'ES9121000418450200051332'
export const otherIban = 'ES7921000813610123456789'

export type N43Line = {
  /** Cents, below zero when the money leaves. */
  readonly minor: number
  readonly on?: string
  readonly concept?: string
  readonly document?: string
  readonly first?: string
  readonly second?: string
  readonly texts?: readonly string[]
}

export type N43Account = {
  readonly account?: string
  readonly openingMinor?: number
  readonly lines: readonly N43Line[]
  readonly currency?: string
  readonly from?: string
  readonly to?: string
}

const digits = (value: number, length: number) => String(Math.abs(value)).padStart(length, '0')
const side = (minor: number) => (minor < 0 ? '1' : '2')
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

/** Records of a Norma 43, each of 80 columns. */
export function n43Rows(accounts: readonly N43Account[]): string[] {
  const rows = accounts.flatMap(accountRows)
  return [...rows, `88${'9'.repeat(18)}${digits(rows.length, 6)}`].map(row => row.padEnd(80))
}

function accountRows({
  account = '210004180200051332',
  openingMinor = 100_000,
  lines,
  currency = '978',
  ...days
}: N43Account) {
  const { from = '261101', to = '261130' } = days
  const debits = lines.filter(({ minor }) => minor < 0)
  const credits = lines.filter(({ minor }) => minor >= 0)
  const closing = openingMinor + sum(lines.map(({ minor }) => minor))
  return [
    `11${account}${from}${to}${side(openingMinor)}${digits(openingMinor, 14)}${currency}3HOTELES UNO SA`,
    ...lines.flatMap(lineRows),
    [
      `33${account}`,
      digits(debits.length, 5) + digits(sum(debits.map(({ minor }) => minor)), 14),
      digits(credits.length, 5) + digits(sum(credits.map(({ minor }) => minor)), 14),
      side(closing) + digits(closing, 14) + currency,
    ].join(''),
  ]
}

function lineRows({ minor, on = '261110', concept = '04', texts = [], ...references }: N43Line) {
  const { document = '', first = '', second = '' } = references
  return [
    `22    0418${on}${on}${concept}000${side(minor)}${digits(minor, 14)}${document.padStart(10, '0')}${first.padStart(12, '0')}${second.padEnd(16)}`,
    ...texts.map((text, index) => `23${digits(index + 1, 2)}${text}`),
  ]
}

export const n43File = (accounts: readonly N43Account[], end = '\r\n'): Buffer =>
  Buffer.from(n43Rows(accounts).join(end), 'latin1')

export type CamtPart = {
  readonly amount?: string
  readonly side?: 'DBIT' | 'CRDT'
  readonly endToEndId?: string
  readonly name?: string
  readonly iban?: string
  readonly text?: string
  /** Reason of a return. */
  readonly returned?: string
}

export type CamtEntry = {
  readonly amount: string
  readonly side?: 'DBIT' | 'CRDT'
  readonly on?: string
  readonly status?: string
  readonly reference?: string
  readonly paymentInfoId?: string
  readonly count?: number
  readonly parts?: readonly CamtPart[]
  readonly currency?: string
  readonly more?: string
}

export type Camt = {
  readonly message?: '053' | '054'
  readonly version?: string
  readonly opening?: string | null
  readonly closing?: string | null
  readonly entries: readonly CamtEntry[]
  readonly summary?: string
  readonly currency?: string
  readonly iban?: string
}

const balance = (code: string, amount: string | null | undefined, currency: string) =>
  amount
    ? `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>
       <CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-11-10</Dt></Dt></Bal>`
    : ''

export function camtText({
  message = '053',
  version = '02',
  entries,
  summary = '',
  currency = 'EUR',
  ...more
}: Camt): string {
  const { opening = null, closing = null, iban = ownIban } = more
  const [outer, inner] = message === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}"><${outer}>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-11T06:00:00</CreDtTm></GrpHdr>
<${inner}><Id>E1</Id><FrToDt><FrDtTm>2026-11-10T00:00:00</FrDtTm><ToDtTm>2026-11-10T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening, currency)}${balance('CLBD', closing, currency)}${summary}
${entries.map(each => entryText(each, version, currency)).join('\n')}
</${inner}></${outer}></Document>`
}

export const camtFile = (camt: Camt): Buffer => Buffer.from(camtText(camt))

function entryText(entry: CamtEntry, version: string, own: string): string {
  const { amount, side = 'DBIT', on = '2026-11-10', status = 'BOOK', currency = own } = entry
  const { reference, paymentInfoId, count, parts = [], more = '' } = entry
  const batch =
    paymentInfoId || count
      ? `<Btch>${paymentInfoId ? `<PmtInfId>${paymentInfoId}</PmtInfId>` : ''}${count ? `<NbOfTxs>${count}</NbOfTxs>` : ''}</Btch>`
      : ''
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
<Sts>${version === '02' ? status : `<Cd>${status}</Cd>`}</Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>
${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
${batch || parts.length > 0 ? `<NtryDtls>${batch}${parts.map(each => partText(each, version, { side, currency })).join('')}</NtryDtls>` : ''}${more}</Ntry>`
}

function partText(part: CamtPart, version: string, entry: { side: string; currency: string }): string {
  const { amount, side = entry.side, endToEndId, name, iban, text, returned } = part
  const who = side === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const named = name ? `<Nm>${name}</Nm>` : ''
  const money = amount ? `<Amt Ccy="${entry.currency}">${amount}</Amt>` : ''
  return `<TxDtls><Refs>${endToEndId ? `<EndToEndId>${endToEndId}</EndToEndId>` : ''}</Refs>
${version === '02' ? (money ? `<AmtDtls><TxAmt>${money}</TxAmt></AmtDtls>` : '') : `${money}<CdtDbtInd>${side}</CdtDbtInd>`}
<RltdPties><${who}>${version === '02' ? named : `<Pty>${named}</Pty>`}</${who}>${iban ? `<${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>` : ''}</RltdPties>
${text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : ''}${returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ''}</TxDtls>`
}

export type Pain = {
  readonly version?: string
  readonly messageId?: string
  readonly group?: string
  readonly batch?: string
  readonly payments?: readonly {
    readonly endToEndId: string
    readonly status: string
    readonly reason?: string
  }[]
  /** Number of rejected payments that the bank tells. */
  readonly rejected?: number
}

export function painFile({
  version = '03',
  messageId = 'a'.repeat(32),
  group,
  batch,
  payments = [],
  rejected,
}: Pain): Buffer {
  const rows = payments.map(
    ({ endToEndId, status, reason }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${
        reason
          ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn><AddtlInf>Cuenta cancelada</AddtlInf></StsRsnInf>`
          : ''
      }<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">100.00</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  )
  return Buffer.from(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-10T10:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
${group ? `<GrpSts>${group}</GrpSts>` : ''}${rejected === undefined ? '' : `<NbOfTxsPerSts><DtldNbOfTxs>${rejected}</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>`}</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-1</OrgnlPmtInfId>${batch ? `<PmtInfSts>${batch}</PmtInfSts>` : ''}${rows.join('')}</OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`)
}
