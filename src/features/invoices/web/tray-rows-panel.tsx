import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, FileQuestion, FileText, Hourglass, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { documentAddress } from '#features/documents/web/text.ts'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import { trayStateLabel } from '#features/invoices/text/tray-states.ts'
import { sumText } from '#features/invoices/web/invoice-facts-panel.tsx'
import type { TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import { formatDay } from '#kernel/day.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes, staleWhenBusy } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { InstantDay } from '#ui/time.tsx'
import { unbroken } from '#ui/unbroken.tsx'

const loadRefuseDialog = async () =>
  (await import('#features/invoices/web/refuse-invoice-dialog.tsx')).RefuseInvoiceDialog

const loadIssuerDialog = async () => (await import('#features/invoices/web/issuer-dialog.tsx')).IssuerDialog
const loadCreditDialog = async () =>
  (await import('#features/invoices/web/credit-received-dialog.tsx')).CreditReceivedDialog

type TrayRowsPanelProps = {
  areaPath: string
  items: readonly TrayInvoiceWire[]
  /** True while old rows are shown, dimmed, until new ones arrive. */
  isStale: boolean
}

/** Received invoices with what they say, and what may be done with each. */
export function TrayRowsPanel({ areaPath, items, isStale }: TrayRowsPanelProps) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label="Facturas" aria-busy={isStale} className={classes('divide-y', staleWhenBusy)}>
        {items.map(invoice => (
          <TrayRow key={invoice.id} areaPath={areaPath} invoice={invoice} />
        ))}
      </ul>
    </Card>
  )
}

const stateLooks = {
  waiting: { tone: 'neutral', icon: <Hourglass aria-hidden="true" /> },
  read: { tone: 'info', icon: <FileText aria-hidden="true" /> },
  unreadable: { tone: 'caution', icon: <FileQuestion aria-hidden="true" /> },
  ordered: { tone: 'positive', icon: <CircleCheck aria-hidden="true" /> },
  refused: { tone: 'negative', icon: <CircleX aria-hidden="true" /> },
} as const

type TrayRowProps = { areaPath: string; invoice: TrayInvoiceWire }

function TrayRow({ areaPath, invoice }: TrayRowProps) {
  const [isShown, setShown] = useState(false)
  const { state, total, file, isCreditNote } = invoice
  const { tone, icon } = stateLooks[state]
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere font-medium">
              {invoice.provider?.name ?? invoice.issuerName ?? file.name}
            </span>
            <Badge tone={tone} icon={icon}>
              {trayStateLabel[state]}
            </Badge>
            {isCreditNote && (
              <Badge tone="caution" icon={<Undo2 aria-hidden="true" />}>
                Abono
              </Badge>
            )}
            {invoice.asks === 'nothing' && (
              <Badge tone="positive" icon={<CircleCheck aria-hidden="true" />}>
                Ya pagada
              </Badge>
            )}
          </p>
          <p className="wrap-anywhere text-ink-soft">{unbroken(aboutText(invoice))}</p>
        </div>
        {total && <p className="sums font-semibold">{sumText(total)}</p>}
      </div>
      <Notes areaPath={areaPath} invoice={invoice} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-ink-faint text-xs">
          {sentByText(invoice)} el <InstantDay value={invoice.receivedAt} />
          {invoice.client && ` · para ${invoice.client.name}`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="min-w-11" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Cerrar' : 'Ver'}
          </Button>
          <Actions areaPath={areaPath} invoice={invoice} />
        </div>
      </div>
      {isShown && <PreviewPanel file={file} />}
    </li>
  )
}

/** Who sent it: of a mail the address that it says, which proves nothing. */
function sentByText({ sender, senderName, isMailed }: TrayInvoiceWire): string {
  if (!isMailed) return `Enviada por ${sender?.name ?? senderName}`
  const address = senderName || 'un remitente sin dirección'
  return sender === null
    ? `Por correo de ${address}`
    : `Por correo de ${sender.name} (${address}, sin comprobar)`
}

function aboutText({ number, issuedOn, file, provider, issuerName }: TrayInvoiceWire): string {
  const isNamed = provider !== null || issuerName !== null
  const parts = [number, issuedOn && formatDay(issuedOn), isNamed ? file.name : null]
  return parts.filter(Boolean).join(' · ')
}

/** Note of an invoice whose issuer is no provider of the company, or, to a provider, is somebody else. */
const strangerNote: { readonly [areaPath in string]?: string } = {
  '/provider': 'La ha emitido otra empresa.',
  '/client': 'Su emisor no es un proveedor activo: pide a la administración de la empresa que lo dé de alta.',
}

/** Findings of an invoice, and what became of it. */
function Notes({ areaPath, invoice }: TrayRowProps) {
  const { unreadable, repeats, order, refusal, provider, issuerName, state } = invoice
  return (
    <>
      {unreadable && <p className="text-caution">{unreadable}</p>}
      {state === 'read' && provider === null && issuerName !== null && (
        <p className="text-caution">{strangerNote[areaPath] ?? 'Su emisor no es un proveedor activo.'}</p>
      )}
      {repeats && state !== 'ordered' && (
        <p className="text-negative">Otra del mismo emisor y número está ya: {repeats}.</p>
      )}
      {refusal && (
        <p>
          <span className="text-ink-soft">Rechazada por {refusal.byName}:</span> {refusal.reason}
        </p>
      )}
      {order && (
        <p>
          <Link
            to={documentAddress(areaPath, order)}
            className="figures inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline touch:min-h-11"
          >
            {order.id}
          </Link>
        </p>
      )}
    </>
  )
}

/** Nothing for whoever sent it, or once it is settled. */
function Actions({ areaPath, invoice }: TrayRowProps) {
  const [opened, setOpened] = useState<'refusal' | 'credit' | 'issuer' | null>(null)
  const { order, credit, refuse } = invoice.can
  const form: string = `${areaPath}/documents/new`
  const onClose = () => setOpened(null)
  const isStranger = invoice.state === 'read' && invoice.provider === null && invoice.issuerName !== null
  if (order !== true && refuse !== true) return null
  return (
    <>
      <Button size="sm" refusal={refusalText(refuse)} onClick={() => setOpened('refusal')}>
        Rechazar
      </Button>
      {order === true && (
        <LinkButton size="sm" variant="primary" to={form} search={{ type: 'gasto', invoice: invoice.id }}>
          Hacer pedido
        </LinkButton>
      )}
      {isStranger && areaPath === '/empresa' && (
        <Button size="sm" onClick={() => setOpened('issuer')}>
          Proponer proveedor
        </Button>
      )}
      {credit === true && (
        <Button size="sm" variant="primary" onClick={() => setOpened('credit')}>
          Hacer abono
        </Button>
      )}
      {opened === 'refusal' && <OnDemand load={loadRefuseDialog} props={{ invoice, onClose }} />}
      {opened === 'issuer' && <OnDemand load={loadIssuerDialog} props={{ invoice, onClose }} />}
      {opened === 'credit' && <OnDemand load={loadCreditDialog} props={{ areaPath, invoice, onClose }} />}
    </>
  )
}
