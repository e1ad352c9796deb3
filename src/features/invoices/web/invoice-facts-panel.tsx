import type { ReactNode } from 'react'
import type { InvoiceField } from '#features/invoices/rules/received.ts'
import type { ReceivedInvoiceWire } from '#features/invoices/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import { Fact, Facts } from '#ui/card.tsx'

type Party = ReceivedInvoiceWire['issuer']
type Sum = NonNullable<ReceivedInvoiceWire['total']>

/** Who bills whom, what, and when it is due; what was read from text is marked. */
export function InvoiceFactsPanel({ invoice }: { invoice: ReceivedInvoiceWire }) {
  const mark = (field: InvoiceField, text: string | null) =>
    text !== null && invoice.proposed.includes(field) ? (
      <>
        {text} <span className="block text-caution text-xs">por comprobar</span>
      </>
    ) : (
      (text ?? '-')
    )
  return (
    <Facts>
      <Fact label="Emisor">
        <PartyName party={invoice.issuer} taxId={mark('issuerTaxId', invoice.issuer.taxId)} />
      </Fact>
      <Fact label="Para">
        <PartyName party={invoice.recipient} taxId={mark('recipientTaxId', invoice.recipient.taxId)} />
      </Fact>
      <Fact label="Nº de factura">
        <span className="wrap-anywhere">{mark('number', invoice.number)}</span>
      </Fact>
      <Fact label="Fecha">{mark('issuedOn', invoice.issuedOn && formatDay(invoice.issuedOn))}</Fact>
      <Fact label="Total">
        <span className="figures">{mark('total', invoice.total && sumText(invoice.total))}</span>
      </Fact>
      <Fact label="Vence">{mark('dues', duesText(invoice.dues))}</Fact>
    </Facts>
  )
}

function PartyName({ party: { name }, taxId }: { party: Party; taxId: ReactNode }) {
  return (
    <span className="wrap-anywhere">
      {name && <span className="block">{name}</span>}
      <span className="figures block font-normal text-xs">{taxId}</span>
    </span>
  )
}

export const sumText = ({ minor, currency }: Sum): string => formatMoney(moneyFromText(minor, currency), true)

function duesText(dues: ReceivedInvoiceWire['dues']): string | null {
  const days = dues.flatMap(({ on }) => (on === null ? [] : [formatDay(on)]))
  return days.length === 0 ? null : days.join(', ')
}
