import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { inboxAddress, waited } from '#features/approvals/web/text.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress } from '#features/documents/web/text.ts'
import { counted } from '#kernel/text.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Money } from '#ui/money.tsx'

const few = 5

/** Orders of one project that wait for this person's decision; renders nothing when there are none. */
export function ProjectInboxCard({ areaPath, projectId }: { areaPath: string; projectId: string }) {
  const { data } = useQuery(inboxQuery(projectId))
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section
      aria-labelledby="inbox-title"
      className="rounded-xl border border-caution/25 bg-caution-soft p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="inbox-title" className="flex items-center gap-2 font-semibold text-base text-caution">
          <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
          Documentos pendientes de tu aprobación
        </h2>
        <span className="figures text-caution">{counted(items.length, 'documento')}</span>
      </header>
      <ul className="mt-3 divide-y overflow-hidden rounded-lg border bg-surface">
        {items.slice(0, few).map(item => (
          <Waiting key={item.seatId} areaPath={areaPath} item={item} />
        ))}
      </ul>
      {items.length > few && (
        <LinkButton to={inboxAddress(areaPath)} variant="quiet" size="sm" className="mt-2">
          Ver los {items.length}
        </LinkButton>
      )}
    </section>
  )
}

function Waiting({ areaPath, item: { document, pendingDays } }: { areaPath: string; item: InboxItemWire }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[1fr_auto_auto]">
      <div className="flex min-w-0 items-start gap-2.5">
        <DocumentTypeIcon type={document.type} className="mt-0.5" />
        <div className="min-w-0">
          <p className="truncate font-medium">{document.name}</p>
          <p className="truncate text-ink-faint text-xs">
            <span className="figures">{document.id}</span> · {document.providerName} · {waited(pendingDays)}
          </p>
        </div>
      </div>
      <Money value={document.amount} className="text-right font-semibold" />
      <LinkButton
        to={documentAddress(areaPath, document)}
        variant="primary"
        size="sm"
        aria-label={`Revisar ${document.name}`}
        className="max-sm:col-span-2"
      >
        Revisar
      </LinkButton>
    </li>
  )
}
