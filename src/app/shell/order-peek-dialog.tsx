import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isOrderAddress, orderIn } from '#app/shell/order-address.ts'
import { ApprovalsCard } from '#features/approvals/web/approvals-card.tsx'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { DocumentStatusBadge } from '#features/documents/web/document-status-badge.tsx'
import { DocumentTypeBadge } from '#features/documents/web/document-type-badge.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { FirstPageCard } from '#features/files/web/first-page-card.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Card, Fact } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { queryClient } from '#ui/query-client.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

export type OrderPeekDialogProps = { address: string; onClose: () => void }

/** An order beside its list, to look at one after another without leaving it. */
export function OrderPeekDialog({ address, onClose }: OrderPeekDialogProps) {
  const [at, setAt] = useState(address)
  const { projectId, documentId } = orderIn(at)
  const query = useQuery(documentQuery(projectId, documentId))
  const navigate = useNavigate()
  useMarkedRow(at)
  useClosedElsewhere(onClose)
  const move = (by: 1 | -1) => setAt(neighbour(at, by) ?? at)
  const open = () => {
    onClose()
    void navigate({ to: at })
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    // A button or a link that has the focus is pressed by its own keys.
    const isOwn = event.target instanceof Element && event.target.closest('a, button') !== null
    if (isOwn && (event.key === 'Enter' || event.key === ' ')) return
    event.preventDefault()
    if (act === 'open') open()
    else if (act === 'close') onClose()
    else move(act)
  }
  return (
    <Dialog.Root open modal="trap-focus" onOpenChange={isOpen => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={takeFocus}
          initialFocus={false}
          finalFocus={() => rowLink(at) ?? true}
          onKeyDown={press}
          className="fixed inset-0 z-50 flex flex-col bg-page shadow-float outline-none sm:left-auto sm:w-[30rem] sm:border-l"
        >
          <header className="flex items-start justify-between gap-3 border-b bg-surface px-4 py-3 sm:px-5">
            <div aria-live="polite" className="min-w-0">
              <Dialog.Title className="wrap-anywhere line-clamp-3 font-semibold text-lg">
                {query.data?.name ?? 'Pedido'}
              </Dialog.Title>
              <p className="figures text-ink-soft text-sm">{documentId}</p>
            </div>
            <div className="flex shrink-0 gap-1">
              <Button
                variant="quiet"
                size="icon"
                aria-label="Anterior"
                title="Anterior (k)"
                icon={<ChevronUp aria-hidden="true" />}
                onClick={() => move(-1)}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label="Siguiente"
                title="Siguiente (j)"
                icon={<ChevronDown aria-hidden="true" />}
                onClick={() => move(1)}
              />
              <Dialog.Close aria-label="Cerrar" className={buttonClasses('quiet', 'icon')}>
                <X aria-hidden="true" />
              </Dialog.Close>
            </div>
          </header>
          <section
            aria-label="Vista rápida"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-4 outline-offset-[-2px] sm:p-5"
          >
            <Loaded query={query} skeleton={<Coming />}>
              {document => <Content document={document} />}
            </Loaded>
          </section>
          <footer className="flex justify-end gap-2 border-t bg-surface px-4 py-3 max-sm:*:flex-1 sm:px-5">
            <LinkButton to={at} variant="primary" onClick={onClose}>
              Abrir el pedido
            </LinkButton>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Takes the focus as the dialog appears: a frame later, the next key would still be its row's. */
const takeFocus = (popup: HTMLElement | null): void => popup?.focus()

const keys: { readonly [key: string]: 1 | -1 | 'open' | 'close' | undefined } = {
  j: 1,
  k: -1,
  ArrowDown: 1,
  ArrowUp: -1,
  ' ': 'close',
  Enter: 'open',
}

function Content({ document }: { document: DocumentDetailWire }) {
  return (
    <>
      <Card aria-label="Datos del pedido" className="grid grid-cols-1 gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="font-semibold text-2xl tracking-tight">
            <Money value={document.amount} />
          </p>
          <DocumentStatusBadge document={document} inline />
        </div>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          <Fact label={document.type === 'gasto' ? 'Proveedor' : 'Destinatario'}>
            {document.providerName}
          </Fact>
          <Fact label="Tipo">
            <DocumentTypeBadge type={document.type} creditedId={document.creditedId} />
          </Fact>
          <Fact label="Proyecto">{document.projectName}</Fact>
          <Fact label="Solicitante">{document.createdByName}</Fact>
          <Fact label="Fecha de creación">
            <InstantDay value={document.createdAt} />
          </Fact>
          {document.invoiceNumber && <Fact label="Nº de factura">{document.invoiceNumber}</Fact>}
          {document.invoiceDate && (
            <Fact label="Fecha de la factura">
              <Day value={document.invoiceDate} />
            </Fact>
          )}
        </dl>
        {document.description !== null && (
          <p className="wrap-anywhere whitespace-pre-line border-t pt-3 text-ink-soft">
            {document.description}
          </p>
        )}
      </Card>
      <FirstPageCard files={document.attachments} />
      <ApprovalsCard document={document} />
    </>
  )
}

function Coming() {
  return (
    <div role="status" aria-label="Cargando el pedido" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-52 w-full rounded-xl" />
      <Skeleton className="h-44 w-full rounded-xl" />
    </div>
  )
}

/** Links of the orders in the lists of the screen, in their order. */
const rowLinks = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('main :is(tbody tr, ul[aria-label] > li) a[href]')].filter(
    link => isOrderAddress(link.pathname),
  )

const rowLink = (address: string) => rowLinks().find(({ pathname }) => pathname === address)

function neighbour(address: string, by: 1 | -1): string | undefined {
  const addresses = rowLinks().map(({ pathname }) => pathname)
  const here = addresses.indexOf(address)
  return here === -1 ? undefined : addresses[here + by]
}

/** Marks the row that is looked at, keeps it in sight, and reads the next one ahead. */
function useMarkedRow(address: string): void {
  useEffect(() => {
    const row = rowLink(address)?.closest('tr, li')
    row?.setAttribute('data-peeked', '')
    row?.scrollIntoView({ block: 'nearest' })
    const next = neighbour(address, 1)
    if (next !== undefined) {
      const { projectId, documentId } = orderIn(next)
      void queryClient.prefetchQuery(documentQuery(projectId, documentId))
    }
    return () => row?.removeAttribute('data-peeked')
  }, [address])
}

/** Closes what stands beside a list when the person goes to another screen. */
function useClosedElsewhere(onClose: () => void): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const first = useRef(path)
  useEffect(() => {
    if (path !== first.current) onClose()
  }, [path, onClose])
}
