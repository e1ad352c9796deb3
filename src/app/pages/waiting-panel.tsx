import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useArea } from '#app/use-area.ts'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { inboxAddress, waited } from '#features/approvals/web/text.ts'
import { DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { returnedQuery } from '#features/documents/web/queries.ts'
import { correctionAddress, documentAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { executionQueueQuery } from '#features/executions/web/queries.ts'
import { queueAddress } from '#features/executions/web/text.ts'
import { counted } from '#kernel/text.ts'
import { Card } from '#ui/card.tsx'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'
import { Instant } from '#ui/instant.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Orders shown of each queue. */
const shownLines = 4

/** Order that waits; `since` says for how long. */
type WaitingLine = { key: string; document: DocumentRowWire; to: string; since: ReactNode }
/** Queue of what waits, as far as it is loaded; `hasMore` when there is more. */
type WaitingQueue = { lines: readonly WaitingLine[]; hasMore: boolean }
/** Link to the screen with the whole queue. */
type QueueLink = { to: string; search?: { state: 'returned'; requester: string } }

/** Pending work of this person: to approve, to confirm, to correct. */
export function WaitingPanel({ areaPath }: { areaPath: string }) {
  const { user } = useArea()
  const toApprove = useQuery({
    ...inboxQuery(),
    select: ({ items, hasMore }): WaitingQueue => ({
      hasMore,
      lines: items.map(({ seatId, document, pendingDays }) => ({
        key: seatId,
        document,
        to: documentAddress(areaPath, document),
        since: waited(pendingDays),
      })),
    }),
  })
  const toConfirm = useQuery({
    ...executionQueueQuery,
    select: ({ items, hasMore }): WaitingQueue => ({
      hasMore,
      lines: items.map(({ document, approvedDays }) => ({
        key: document.id,
        document,
        to: documentAddress(areaPath, document),
        since: approvedDays === 0 ? 'aprobado hoy' : `aprobado hace ${counted(approvedDays, 'día')}`,
      })),
    }),
  })
  const toCorrect = useQuery({
    ...returnedQuery,
    select: ({ items, next }): WaitingQueue => ({
      hasMore: next !== null,
      lines: items.map(document => ({
        key: document.id,
        document,
        to: correctionAddress(areaPath, document),
        since: <Instant value={document.updatedAt} />,
      })),
    }),
  })
  if (isInitialLoading(toApprove, toConfirm, toCorrect)) return <PanelSkeleton />
  if ([toApprove, toConfirm, toCorrect].every(({ data }) => data?.lines.length === 0)) return <AllDone />
  return (
    <section aria-label="Lo que espera por ti" className={panelClasses}>
      <WaitingCard
        title="Por aprobar"
        query={toApprove}
        queueLink={{ to: inboxAddress(areaPath) }}
        emptyText="No tienes aprobaciones pendientes."
      />
      <WaitingCard
        title="Por confirmar"
        query={toConfirm}
        queueLink={{ to: queueAddress(areaPath) }}
        emptyText="No tienes ejecuciones por confirmar."
      />
      <WaitingCard
        title="Por corregir"
        query={toCorrect}
        queueLink={{ to: `${areaPath}/documents`, search: { state: 'returned', requester: user.id } }}
        emptyText="Ningún pedido tuyo ha vuelto para corregir."
      />
    </section>
  )
}

function PanelSkeleton() {
  return (
    <div role="status" aria-label="Cargando lo que espera por ti" className={panelClasses}>
      {['aprobar', 'confirmar', 'corregir'].map(what => (
        <Card key={what} className="grid gap-3 p-5">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-5 w-4/5" />
        </Card>
      ))}
    </div>
  )
}

const panelClasses = 'grid grid-cols-1 items-start gap-4 lg:grid-cols-3'

/** Card in the place of three empty queues. */
function AllDone() {
  return (
    <Card className="flex items-center gap-4 p-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-positive-soft text-positive">
        <CircleCheck aria-hidden="true" className="size-5" />
      </span>
      <div>
        <h2 className="font-semibold text-base">Estás al día</h2>
        <p className="text-ink-soft">
          No hay nada que aprobar, confirmar ni corregir. Te avisaremos cuando lo haya.
        </p>
      </div>
    </Card>
  )
}

type WaitingCardProps = {
  title: string
  query: UseQueryResult<WaitingQueue>
  queueLink: QueueLink
  emptyText: string
}

/** One queue: its count, its first orders and the way to all of it. */
function WaitingCard({ title, query, queueLink, emptyText }: WaitingCardProps) {
  return (
    <Card className="flex min-w-0 flex-col">
      <header className="flex items-baseline justify-between gap-3 px-4 pt-4 sm:px-5">
        <h2 className="font-semibold text-base">{title}</h2>
        <Count query={query} />
      </header>
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {({ lines, hasMore }) =>
          lines.length === 0 ? (
            <p className="flex items-center gap-2 px-4 pt-2 pb-5 text-ink-soft sm:px-5">
              <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-positive" />
              {emptyText}
            </p>
          ) : (
            <WaitingLines lines={lines} hasMore={hasMore} queueLink={queueLink} title={title} />
          )
        }
      </Loaded>
    </Card>
  )
}

/** Number of what waits: '200+' when not all is loaded; nothing after a failed load, which the card below tells. */
function Count({ query: { data, isError } }: Pick<WaitingCardProps, 'query'>) {
  if (data === undefined) return isError ? null : <Skeleton className="h-8 w-8" />
  return <span className="figures font-semibold text-3xl tracking-tight">{countText(data)}</span>
}

const countText = ({ lines, hasMore }: WaitingQueue): string => `${lines.length}${hasMore ? '+' : ''}`

type WaitingLinesProps = WaitingQueue & { queueLink: QueueLink; title: string }

function WaitingLines({ queueLink, title, ...queue }: WaitingLinesProps) {
  const { lines } = queue
  return (
    <>
      <ul className="mt-2 divide-y border-t">
        {lines.slice(0, shownLines).map(({ key, document, to, since }) => (
          <li key={key} className="relative px-4 py-2.5 transition-colors hover:bg-hover sm:px-5">
            <div className="flex items-center justify-between gap-3">
              <Link
                to={to}
                className="flex min-w-0 items-center gap-2 font-medium after:absolute after:inset-0"
              >
                <DocumentTypeIcon type={document.type} />
                <span className="truncate">{document.name}</span>
              </Link>
              <Money value={document.amount} className="font-medium" />
            </div>
            <p className="truncate text-ink-faint text-xs">
              <span className="figures">{document.id}</span> · {since} · {document.projectName}
            </p>
          </li>
        ))}
      </ul>
      <footer className="mt-auto border-t p-2">
        <LinkButton
          {...queueLink}
          variant="quiet"
          size="sm"
          className="w-full"
          aria-label={`Ver todo: ${title}`}
        >
          {lines.length > shownLines ? `Ver todo (${countText(queue)})` : 'Ver todo'}
        </LinkButton>
      </footer>
    </>
  )
}

function CardSkeleton() {
  return (
    <div className="grid gap-4 p-5">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  )
}
