import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { DocumentTypeBadge } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress, projectAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { formatMoney } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Card, Fact } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

/** Loaded for an order with a breakdown: most have none. */
const BreakdownPartsPanel = late(
  async () => (await import('#features/documents/web/breakdown-parts-panel.tsx')).BreakdownPartsPanel,
)

const PartsSkeleton = () => <Skeleton className="h-12 w-full" />

type InvoiceData = Pick<
  DocumentDetailWire,
  'invoiceNumber' | 'invoiceDate' | 'providerTaxId' | 'account' | 'breakdown' | 'planned' | 'costCentre'
>

type SummaryProps = {
  areaPath: string
  document: DocumentRowWire
  description: string | null
  /** Invoice data; undefined until the whole order is loaded. */
  invoice: InvoiceData | undefined
}

/** Summary of an order: amount, payee, project and requester. */
export function DocumentSummaryCard(props: SummaryProps) {
  const { document } = props
  return (
    <Frame {...props}>
      <div>
        <p className="text-ink-faint text-xs">Monto</p>
        <p className="font-semibold text-3xl tracking-tight sm:text-4xl">
          <Money value={document.amount} />
        </p>
      </div>
    </Frame>
  )
}

/** Summary of the order selected in a list, with its own title, because the page's title is the list's. */
export function ChosenDocumentCard(props: SummaryProps) {
  const { areaPath, document } = props
  return (
    <Frame {...props}>
      <div className="flex items-start justify-between gap-x-6 gap-y-2 max-sm:flex-wrap">
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-xl tracking-tight short:text-lg">
            {document.name}
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
            <span className="figures">{document.id}</span> ·{' '}
            <DocumentTypeBadge type={document.type} creditedId={document.creditedId} /> ·{' '}
            <Link
              to={documentAddress(areaPath, document)}
              className="inline-flex min-h-6 items-center gap-0.5 text-accent hover:underline touch:min-h-11"
            >
              Abrir documento
              <ArrowUpRight aria-hidden="true" className="size-3.5" />
            </Link>
          </p>
        </div>
        <p className="shrink-0 font-semibold text-3xl tracking-tight">
          <Money value={document.amount} />
        </p>
      </div>
    </Frame>
  )
}

type FrameProps = SummaryProps & { children: ReactNode }

function Frame({ areaPath, document, description, invoice, children }: FrameProps) {
  return (
    <Card
      aria-label="Datos del pedido"
      className="grid grid-cols-1 gap-4 p-4 short:gap-3 short:py-3.5 sm:p-5"
    >
      {children}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Fact label={document.type === 'gasto' ? 'Proveedor' : 'Destinatario'}>
          {document.providerName}
          {document.providerOff && <span className="text-caution"> · dado de baja</span>}
          <PayeeLine invoice={invoice} />
        </Fact>
        <Fact label="Proyecto">
          <Link
            to={projectAddress(areaPath, document.projectId)}
            activeOptions={{ exact: true }}
            className="-my-0.5 inline-flex min-h-6 items-center text-accent hover:underline touch:-my-3 touch:min-h-11"
          >
            {document.projectName}
          </Link>
        </Fact>
        <Fact label="Solicitante">{document.createdByName}</Fact>
        <Fact label="Fecha de creación">
          <InstantDay value={document.createdAt} />
        </Fact>
        {invoice?.costCentre && (
          <Fact label="Centro de coste">
            {invoice.costCentre.code} · {invoice.costCentre.name}
          </Fact>
        )}
        {invoice?.invoiceNumber && <Fact label="Nº de factura">{invoice.invoiceNumber}</Fact>}
        {invoice?.invoiceDate && (
          <Fact label="Fecha de la factura">
            <Day value={invoice.invoiceDate} />
          </Fact>
        )}
        {document.dueOn && (
          <Fact label={document.payments ? 'Próximo vencimiento' : 'Vencimiento'}>
            <Day value={document.dueOn} />
            {document.payments && (
              <span className="block font-normal text-ink-soft text-xs">
                {document.payments.made} de {document.payments.count} pagados
              </span>
            )}
          </Fact>
        )}
      </dl>
      {invoice && invoice.planned.length > 1 && (
        <p className="border-t pt-3 text-ink-soft">
          <span className="text-ink-faint text-xs">Vencimientos: </span>
          <span className="figures">
            {invoice.planned
              .map(
                ({ dueOn, amountMinor }) =>
                  `${formatMoney(moneyFromWire({ minor: amountMinor, currency: document.amount.currency }))} el ${formatDay(dueOn)}`,
              )
              .join('; ')}
          </span>
        </p>
      )}
      {document.payable && (
        <Suspense fallback={<PartsSkeleton />}>
          {invoice?.breakdown ? (
            <BreakdownPartsPanel
              type={document.type}
              breakdown={invoice.breakdown}
              payable={document.payable}
              isCredit={document.creditedId !== null}
            />
          ) : (
            <PartsSkeleton />
          )}
        </Suspense>
      )}
      {description !== null && (
        <p className="whitespace-pre-line border-t pt-3 text-ink-soft">{description}</p>
      )}
    </Card>
  )
}

/** Tax id of the payee and the end of the account that is paid, a line each: a column is narrow. Their place is kept until they are loaded. */
function PayeeLine({ invoice }: { invoice: InvoiceData | undefined }) {
  return (
    <span className="figures block min-h-8 font-normal text-ink-soft text-xs">
      {invoice?.providerTaxId && <span className="block">{invoice.providerTaxId}</span>}
      {invoice?.account && <span className="block">cuenta {invoice.account}</span>}
    </span>
  )
}
