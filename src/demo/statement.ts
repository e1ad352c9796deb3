/** Statement of an account as its bank sends it: CAMT.053, version 02. */
import type { Day } from '#kernel/day.ts'

/** One movement; `minor`: cents, below zero when money leaves. */
export type Movement = {
  readonly on: Day
  readonly minor: bigint
  readonly text: string
  readonly reference: string
  /** Transfer that it is of, as its file named it. */
  readonly transfer?: { readonly endToEndId: string; readonly payee: string; readonly iban: string }
  /** Code of the reason for which the transfer came back. */
  readonly returned?: string
}

type Statement = {
  readonly iban: string
  readonly openingMinor: bigint
  readonly from: Day
  readonly to: Day
  readonly movements: readonly Movement[]
}

export function camt053({ iban, openingMinor, from, to, movements }: Statement): string {
  const closingMinor = movements.reduce((sum, { minor }) => sum + minor, openingMinor)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>EXTRACTO-${to}</MsgId><CreDtTm>${to}T06:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>${to}</Id>
      <CreDtTm>${to}T06:00:00</CreDtTm>
      <FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
      <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      ${balance('OPBD', from, openingMinor)}
      ${balance('CLBD', to, closingMinor)}
      ${movements.map(entry).join('\n      ')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}

const amount = (minor: bigint): string => {
  const cents = minor < 0n ? -minor : minor
  return `<Amt Ccy="EUR">${cents / 100n}.${String(cents % 100n).padStart(2, '0')}</Amt>`
}
const side = (minor: bigint): string => `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const balance = (code: string, on: Day, minor: bigint): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}${side(minor)}<Dt><Dt>${on}</Dt></Dt></Bal>`

const entry = ({ on, minor, text, reference, transfer, returned }: Movement): string =>
  `<Ntry>
        ${amount(minor)}${side(minor)}<Sts>BOOK</Sts>
        <BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs>${transfer ? `<EndToEndId>${transfer.endToEndId}</EndToEndId>` : ''}</Refs>
          <AmtDtls><TxAmt>${amount(minor)}</TxAmt></AmtDtls>
          ${transfer ? `<RltdPties><Cdtr><Nm>${transfer.payee}</Nm></Cdtr><CdtrAcct><Id><IBAN>${transfer.iban}</IBAN></Id></CdtrAcct></RltdPties>` : ''}
          <RmtInf><Ustrd>${text}</Ustrd></RmtInf>
          ${returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ''}
        </TxDtls></NtryDtls>
      </Ntry>`
