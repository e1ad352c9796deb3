import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { type DeliveryState, deliveryStates } from '#features/webhooks/rules.ts'
import { deliveredLabel } from '#features/webhooks/text/events.ts'
import { deliveryStateLabel } from '#features/webhooks/text.ts'
import { DeliveryDialog } from '#features/webhooks/web/delivery-dialog.tsx'
import { DeliveryStateBadge } from '#features/webhooks/web/delivery-state-badge.tsx'
import { deliveriesQuery, resendFailedMutation } from '#features/webhooks/web/queries.ts'
import type { DeliveryWire } from '#features/webhooks/wire/deliveries.ts'
import type { WebhookWire } from '#features/webhooks/wire.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const tabs = [
  { value: 'all', label: 'Todos' },
  ...deliveryStates.map(value => ({ value, label: deliveryStateLabel[value] })),
] as const

/** Log of a webhook: what it was told within thirty days, and what it answered. */
export function DeliveriesCard({ webhook }: { webhook: WebhookWire }) {
  const [tab, setTab] = useState<DeliveryState | 'all'>('all')
  const [open, setOpen] = useState<string | null>(null)
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, tab === 'all' ? undefined : tab))
  const items = loadedItems(query.data)
  return (
    <Card aria-labelledby="deliveries-title">
      <CardHeader
        id="deliveries-title"
        title="Envíos"
        note="Lo que se le ha dicho en los últimos 30 días"
        actions={webhook.failed > 0 && <ResendFailed webhook={webhook} />}
      />
      <CardBody className="grid grid-cols-1 gap-3">
        <FilterTabs label="Estado de los envíos" options={tabs} value={tab} onChange={setTab} />
        <Loaded query={query} skeleton={<SkeletonRows count={4} label="Cargando los envíos" />}>
          {() =>
            items.length === 0 ? (
              <EmptyState icon={<Send />} title="Ningún envío">
                {tab === 'all' ? 'Pruébalo: verás aquí qué responde.' : 'Ninguno está así.'}
              </EmptyState>
            ) : (
              <ul aria-label="Envíos" className="divide-y">
                {items.map(delivery => (
                  <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => setOpen(delivery.id)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <LoadMore query={query} />
      </CardBody>
      {open !== null && (
        <DeliveryDialog webhookId={webhook.id} deliveryId={open} onClose={() => setOpen(null)} />
      )}
    </Card>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: DeliveryWire; onOpen: () => void }) {
  const { event, state, status, fault, attempts, createdAt, nextTryAt } = delivery
  return (
    <li className="relative grid grid-cols-1 gap-1 py-2.5 hover:bg-hover">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <button
          type="button"
          onClick={onOpen}
          className="printed min-h-6 text-left font-medium after:absolute after:inset-0"
        >
          {deliveredLabel(event)}
        </button>
        <DeliveryStateBadge state={state} />
      </div>
      <p className="text-ink-soft text-xs">
        <Instant value={createdAt} />
        {status !== null && ` · respondió ${status}`}
        {fault !== null && ` · ${fault}`}
        {attempts > 1 && ` · ${attempts} intentos`}
        {nextTryAt !== null && attempts > 0 && (
          <>
            {' '}
            · otra vez el <Instant value={nextTryAt} exact />
          </>
        )}
      </p>
    </li>
  )
}

function ResendFailed({ webhook: { id, failed, can } }: { webhook: WebhookWire }) {
  const { mutate, isPending } = useMutation(resendFailedMutation)
  return (
    <Button
      size="sm"
      icon={<RotateCw aria-hidden="true" />}
      busy={isPending}
      refusal={refusalText(can.resend)}
      onClick={() =>
        mutate(id, {
          onSuccess: ({ resent }) => notify.success(`${counted(resent, 'envío')} en camino otra vez`),
          onError: error => notify.error('No se han podido repetir', { description: failureMessage(error) }),
        })
      }
    >
      Repetir los fallidos ({failed})
    </Button>
  )
}
