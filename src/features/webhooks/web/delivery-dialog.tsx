import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { deliveredLabel } from '#features/webhooks/text/events.ts'
import { DeliveryStateBadge } from '#features/webhooks/web/delivery-state-badge.tsx'
import { deliveryQuery, resendMutation, webhooksChanged } from '#features/webhooks/web/queries.ts'
import type { getWebhookDelivery } from '#features/webhooks/wire/deliveries.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Fact, Facts } from '#ui/card.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

type Delivery = ResponseOf<typeof getWebhookDelivery>
type DeliveryDialogProps = { webhookId: string; deliveryId: string; onClose: () => void }

/** A delivery with what was sent and what was answered; while it waits, it is looked at again. */
export function DeliveryDialog({ webhookId, deliveryId, onClose }: DeliveryDialogProps) {
  const query = useQuery(deliveryQuery(webhookId, deliveryId))
  const { mutate, isPending } = useMutation(resendMutation)
  const attempts = query.data?.attempts ?? 0
  // The log behind it, and the health of the webhook, show the answer too.
  useEffect(() => {
    if (attempts > 0) void webhooksChanged()
  }, [attempts])
  const resend = () =>
    mutate(
      { webhookId, deliveryId },
      { onError: error => notify.error('No se ha podido repetir', { description: failureMessage(error) }) },
    )
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={query.data ? deliveredLabel(query.data.event) : 'Envío'}
      footer={
        query.data && (
          <>
            <Button
              icon={<RotateCw aria-hidden="true" />}
              busy={isPending}
              refusal={refusalText(query.data.can.resend)}
              onClick={resend}
            >
              Enviar de nuevo
            </Button>
            <Button variant="primary" onClick={onClose}>
              Cerrar
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} label="Cargando el envío" />}>
        {delivery => <DeliveryFacts delivery={delivery} />}
      </Loaded>
    </Dialog>
  )
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { state, attempts, status, fault, durationMs, triedAt, nextTryAt, eventId, body, answer } = delivery
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="flex flex-wrap items-center gap-2">
        <DeliveryStateBadge state={state} />
        {attempts === 0 ? 'Llamando…' : (fault ?? `Respondió ${status}`)}
      </p>
      <Facts>
        <Fact label="Intentos">{attempts}</Fact>
        {triedAt !== null && (
          <Fact label="El último">
            <Instant value={triedAt} exact />
            {durationMs !== null && ` · ${durationMs} ms`}
          </Fact>
        )}
        {nextTryAt !== null && attempts > 0 && (
          <Fact label="El siguiente">
            <Instant value={nextTryAt} exact />
          </Fact>
        )}
        <Fact label="webhook-id">
          <code className="wrap-anywhere">{eventId}</code>
        </Fact>
      </Facts>
      <Text title="Lo que se envía" text={indented(body)} />
      {answer !== null && answer !== '' && <Text title="Lo que respondió" text={answer} />}
    </div>
  )
}

/** The body as people read it: it was made by us, and is sent in one line. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium text-sm">{title}</h3>
      <pre className="wrap-anywhere select-text whitespace-pre-wrap rounded-lg bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
    </section>
  )
}
