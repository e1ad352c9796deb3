import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck } from 'lucide-react'
import { releaseFromText } from '#features/companies/text.ts'
import { coverageWords } from '#features/delegations/text.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { batchAddress } from '#features/executions/web/text.ts'
import type { FactTopic } from '#features/notices/rules.ts'
import { noticesQuery } from '#features/notices/web/bell-queries.ts'
import { NoticeBadge } from '#features/notices/web/notice-badge.tsx'
import { allNoticesQuery, readNoticeMutation, readNoticesMutation } from '#features/notices/web/queries.ts'
import { groupWords, topicWords } from '#features/notices/web/text.ts'
import type { NoticeWire } from '#features/notices/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { formatMoney } from '#kernel/money.ts'
import { factorPolicyLabel } from '#kernel/second-factor.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

type NoticesPanelProps = {
  areaPath: string
  /** Number of latest notices to show. */
  most: number
  onGo?: () => void
}

/** Latest notices of this person; each links to its order or its provider. */
export function NoticesPanel({ areaPath, most, onGo }: NoticesPanelProps) {
  const query = useQuery(noticesQuery)
  return (
    <Loaded query={query} skeleton={<NoticesSkeleton />}>
      {({ items }) => <NoticeList areaPath={areaPath} notices={items.slice(0, most)} onGo={onGo} />}
    </Loaded>
  )
}

/** Every notice of this person, page by page. */
export function AllNoticesPanel({ areaPath }: { areaPath: string }) {
  const query = useInfiniteQuery(allNoticesQuery())
  return (
    <>
      <Card className="overflow-hidden">
        <Loaded query={query} skeleton={<NoticesSkeleton />}>
          {data => <NoticeList areaPath={areaPath} notices={loadedItems(data)} />}
        </Loaded>
      </Card>
      <LoadMore query={query} />
    </>
  )
}

type NoticeListProps = { areaPath: string; notices: readonly NoticeWire[]; onGo?: (() => void) | undefined }

/** List of notices. Opening one marks it as read; one that stands for many stays until those are. */
function NoticeList({ areaPath, notices, onGo }: NoticeListProps) {
  const { mutate } = useMutation(readNoticeMutation)
  if (notices.length === 0)
    return (
      <EmptyState icon={<BellOff />} title="No tienes notificaciones">
        Te diremos aquí qué pasa con tus pedidos y qué espera por ti.
      </EmptyState>
    )
  return (
    <ul className="divide-y">
      {notices.map(notice => (
        <NoticeLines
          key={notice.id}
          areaPath={areaPath}
          notice={notice}
          onGo={() => {
            if (!notice.read && !isMany(notice)) mutate(notice.id)
            onGo?.()
          }}
        />
      ))}
    </ul>
  )
}

const isMany = (notice: NoticeWire) => 'alike' in notice && notice.alike > 1

/**
 * Button that marks every notice as read. With none unread it stays, disabled, so that nothing below it moves.
 */
export function ReadNoticesButton() {
  const { data } = useQuery(noticesQuery)
  const { mutate, isPending } = useMutation(readNoticesMutation)
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isPending}
      refusal={data?.unread ? undefined : 'No hay notificaciones sin leer'}
      // Where three cards share the width of a laptop, the words need all of the room.
      icon={<CheckCheck aria-hidden="true" className="xl:max-2xl:hidden" />}
      onClick={() => mutate()}
    >
      Marcar como leídas
    </Button>
  )
}

type NoticeLinesProps = { areaPath: string; notice: NoticeWire; onGo: () => void }

function NoticeLines({ areaPath, notice, onGo }: NoticeLinesProps) {
  const { topic, at, read } = notice
  const { id, name, address, sentence = topicWords[topic] } = noticeSubject(areaPath, notice)
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 transition-colors hover:bg-hover sm:px-5">
      <NoticeBadge topic={topic} />
      <div className="min-w-0 flex-1">
        <Link to={address} onClick={onGo} className="block truncate font-medium after:absolute after:inset-0">
          {name}
        </Link>
        <p className="text-ink-soft">
          {'byName' in notice && `${notice.byName}: `}
          {sentence}
          {'holders' in notice && notice.holders !== null && `: ${notice.holders}`}
          {'reason' in notice && notice.reason !== null && `: ${notice.reason}`}
        </p>
        <p className="text-ink-faint text-xs">
          {id !== '' && (
            <>
              <span className="figures">{id}</span> ·{' '}
            </>
          )}
          <Instant value={at} />
        </p>
      </div>
      {!read && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">Sin leer</span>
        </span>
      )}
    </li>
  )
}

type Subject = { id: string; name: string; address: string; sentence?: string }

function noticeSubject(areaPath: string, notice: NoticeWire): Subject {
  if ('providerId' in notice) {
    const { providerId: id, providerName: name } = notice
    return { id, name, address: `${areaPath}/providers/${id}` }
  }
  if ('delegationId' in notice) {
    const { substituteName, principalName, startsOn, endsOn, covers } = notice
    const days = `${formatDay(startsOn)} – ${formatDay(endsOn)}`
    return {
      id: `${coverageWords[covers]} · ${days}`,
      name: `${substituteName} en nombre de ${principalName}`,
      address: `${areaPath}/profile`,
    }
  }
  if ('projectName' in notice) {
    const { projectId: id, projectName: name } = notice
    return { id, name, address: `${areaPath}/projects/${id}` }
  }
  if ('policy' in notice)
    return {
      id: `Desde ahora: ${factorPolicyLabel[notice.policy].toLowerCase()}`,
      name: 'Verificación en dos pasos',
      address: `${areaPath}/settings`,
    }
  if ('fromMinor' in notice)
    return {
      id: `Desde ahora: ${releaseFromText(notice.fromMinor)}`,
      name: 'Segunda persona en las remesas',
      address: `${areaPath}/settings`,
    }
  if ('confirmFrom' in notice) {
    const { confirmFrom } = notice
    return {
      id: `Desde ahora: ${confirmFrom === null ? 'no se pide' : `a partir de ${formatMoney(moneyFromWire(confirmFrom))}`}`,
      name: 'Confirmación de identidad',
      address: `${areaPath}/settings`,
    }
  }
  if ('webhookName' in notice)
    return { id: '', name: `Webhook ${notice.webhookName}`, address: `${areaPath}/settings/webhooks` }
  if ('mailboxHost' in notice)
    return {
      id: '',
      name: `Buzón de facturas (${notice.mailboxHost})`,
      address: `${areaPath}/settings/mailbox`,
    }
  if ('batchId' in notice)
    return { id: '', name: `Remesa ${notice.batchId}`, address: batchAddress(areaPath, notice.batchId) }
  if ('invoiceId' in notice)
    return { id: '', name: `Factura ${notice.invoiceName}`, address: `${areaPath}/received-invoices` }
  const { topic, alike, clientName } = notice
  if (isMany(notice))
    return {
      id: '',
      name: `${counted(alike, 'pedido')}${clientName === null ? '' : ` de ${clientName}`}`,
      address: `${areaPath}/${toApprove.has(topic) ? 'pending-approvals' : 'notifications'}`,
      sentence: groupWords[topic],
    }
  const { documentId: id, documentName: name, projectId } = notice
  const address =
    topic === 'recurrence.stopped' ? `${areaPath}/recurrences` : documentAddress(areaPath, { projectId, id })
  return { id, name, address }
}

/** Topics of orders that wait for the reader. */
const toApprove = new Set<FactTopic>([
  'approval.requested',
  'approval.deputy_asked',
  'document.payee_changed',
])

function NoticesSkeleton() {
  return (
    <div role="status" aria-label="Cargando notificaciones" className="grid gap-4 p-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
