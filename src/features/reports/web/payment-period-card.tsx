import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { use, useId } from 'react'
import { documentAddress } from '#features/documents/web/text.ts'
import { daysText, periodOptions } from '#features/reports/text/calendar.ts'
import { paymentPeriodQuery } from '#features/reports/web/calendar-queries.ts'
import type {
  PaymentPeriodWire,
  RatioWire,
  WeighedPaymentWire,
} from '#features/reports/wire/payment-period.ts'
import { dayFromInstant, formatDay } from '#kernel/day.ts'
import { counted } from '#kernel/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { NativeSelect } from '#ui/fields/native-select.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money, moneyLabel } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day, ZoneContext } from '#ui/time.tsx'

type PaymentPeriodCardProps = {
  areaPath: string
  /** Quarter or year in the address: '2026-4', '2026'. */
  period: string | undefined
  onPeriod: (period: string) => void
}

/** Average payment period of a quarter or a year, with its two ratios and the orders behind each. */
export function PaymentPeriodCard({ areaPath, period, onPeriod }: PaymentPeriodCardProps) {
  const options = periodOptions(dayFromInstant(new Date(), use(ZoneContext)))
  const value = options.find(option => option.value === period)?.value ?? options[0]?.value ?? ''
  const query = useQuery(paymentPeriodQuery(value))
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card aria-labelledby="period-title">
        <CardHeader
          id="period-title"
          title="Periodo medio de pago a proveedores"
          note="Según la resolución del ICAC de 29 de enero de 2016, en euros."
          actions={
            <NativeSelect
              aria-label="Periodo"
              className="min-w-52"
              options={options}
              value={value}
              onChange={event => onPeriod(event.target.value)}
            />
          }
        />
        <CardBody>
          <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
            {found => <Figures found={found} />}
          </Loaded>
        </CardBody>
      </Card>
      {query.data && (
        <>
          <RatioCard areaPath={areaPath} title="Pagos hechos en el periodo" ratio={query.data.paid} />
          <RatioCard
            areaPath={areaPath}
            title={`Pagos pendientes el ${formatDay(query.data.closedOn)}`}
            ratio={query.data.pending}
          />
        </>
      )}
    </div>
  )
}

function Figures({ found }: { found: PaymentPeriodWire }) {
  const { paid, pending, leftOut } = found
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Figure label="Periodo medio de pago" hundredths={found.hundredths}>
          los dos ratios, cada uno según su monto
        </Figure>
        <Figure label="Ratio de operaciones pagadas" hundredths={paid.hundredths}>
          {ratioNote(paid)}
        </Figure>
        <Figure label="Ratio de operaciones pendientes" hundredths={pending.hundredths}>
          {ratioNote(pending)}
        </Figure>
      </dl>
      <div className="grid max-w-prose grid-cols-1 gap-2 text-ink-soft text-sm">
        <p>
          Del {formatDay(found.from)} al {formatDay(found.closedOn)},{' '}
          {found.isWhole ? 'de toda la empresa' : 'de los proyectos en los que ejecutas'}.
        </p>
        <p>
          La resolución cuenta los días desde que se reciben los bienes o los servicios o, si no consta, desde
          la factura. Aquí se cuentan desde la fecha de la factura que lleva el pedido hasta el pago; un
          anticipo cuenta cero días, y un pago devuelto sigue pendiente.
        </p>
        {leftOut.count > 0 && (
          <p>
            {counted(leftOut.count, 'pago')} por {moneyLabel(leftOut.amount)} no{' '}
            {leftOut.count === 1 ? 'cuenta' : 'cuentan'}: su pedido no tiene fecha de factura.
          </p>
        )}
      </div>
    </div>
  )
}

const ratioNote = ({ count, amount }: RatioWire) => `${counted(count, 'pago')}, ${moneyLabel(amount)}`

type FigureProps = { label: string; hundredths: number | null; children: string }

const Figure = ({ label, hundredths, children }: FigureProps) => (
  <div>
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd>
      <span className="figures font-semibold text-2xl tracking-tight">{daysText(hundredths)}</span>
      <span className="figures block text-ink-soft text-xs">{children}</span>
    </dd>
  </div>
)

type RatioCardProps = { areaPath: string; title: string; ratio: RatioWire }

/** Orders behind a ratio, those that weigh most first. */
function RatioCard({ areaPath, title, ratio: { items, count } }: RatioCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={title}
        note={items.length < count ? `Los ${items.length} que más pesan, de ${count}.` : undefined}
      />
      {items.length === 0 ? (
        <EmptyState title="Ninguno">Cuentan los pagos en euros de pedidos con fecha de factura.</EmptyState>
      ) : (
        <ul aria-labelledby={id} className="mt-3 divide-y border-t">
          {items.map(item => (
            <WeighedPayment key={`${item.documentId} ${item.payment}`} areaPath={areaPath} item={item} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function WeighedPayment({ areaPath, item }: { areaPath: string; item: WeighedPaymentWire }) {
  const { documentId, projectId, payment, payments } = item
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <Link
          to={documentAddress(areaPath, { projectId, id: documentId })}
          className="wrap-anywhere inline-flex min-h-6 items-center font-medium hover:underline touch:min-h-11"
        >
          {item.name}
        </Link>
        <p className="wrap-anywhere text-ink-soft text-xs">
          {documentId} · {item.providerName}
          {payments > 1 && ` · pago ${payment} de ${payments}`} · factura del <Day value={item.invoiceDate} />
          {item.paidOn !== null && (
            <>
              {' '}
              · pagado el <Day value={item.paidOn} />
            </>
          )}
        </p>
      </div>
      <div className="grid shrink-0 grid-cols-1 justify-items-end">
        <Money value={item.amount} className="font-semibold" />
        <span className="figures text-ink-soft text-xs">{daysText(item.days * 100)}</span>
      </div>
    </li>
  )
}
