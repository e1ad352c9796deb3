import { useQuery } from '@tanstack/react-query'
import { deliveredLabel } from '#features/webhooks/text/events.ts'
import { switchOffText } from '#features/webhooks/text.ts'
import { DeliveriesCard } from '#features/webhooks/web/deliveries-card.tsx'
import { webhookQuery } from '#features/webhooks/web/queries.ts'
import { WebhookActionsPanel } from '#features/webhooks/web/webhook-actions-panel.tsx'
import { WebhookStateBadge } from '#features/webhooks/web/webhook-state-badge.tsx'
import type { WebhookWire } from '#features/webhooks/wire.ts'
import { usePathParam } from '#ui/address.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'

const crumbs = [
  { label: 'Configuración', to: '/empresa/settings' },
  { label: 'Webhooks', to: '/empresa/settings/webhooks' },
]

/** A webhook: how it is, what it was told, and what it answered. */
export function WebhookPage() {
  const query = useQuery(webhookQuery(usePathParam('webhookId')))
  return (
    <Loaded query={query} skeleton={<SkeletonForm fields={4} />} heading="Webhook">
      {webhook => (
        <>
          <PageHeader
            title={webhook.description}
            subtitle={<span className="wrap-anywhere">{webhook.url}</span>}
            crumbs={crumbs}
            aside={<WebhookStateBadge webhook={webhook} />}
            actions={<WebhookActionsPanel webhook={webhook} />}
          />
          <div className="grid max-w-4xl grid-cols-1 gap-4">
            <Health webhook={webhook} />
            <DeliveriesCard webhook={webhook} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Health({ webhook }: { webhook: WebhookWire }) {
  const { state, switchedOffFor, failingSince, lastAcceptedAt, formerSecretUntil, events } = webhook
  return (
    <>
      {switchedOffFor !== null && (
        <Alert tone="negative" title="Desconectado">
          {switchOffText[switchedOffFor]} Cuando vuelva a funcionar, reanúdalo y repite los envíos fallidos.
        </Alert>
      )}
      {state === 'active' && failingSince !== null && (
        <Alert tone="caution" title="Ninguna llamada sale bien">
          Desde <Instant value={failingSince} exact /> el sistema que recibe no responde bien. Se sigue
          intentando, y a los tres días se desconecta.
        </Alert>
      )}
      <Card aria-labelledby="health-title">
        <CardHeader id="health-title" title="De qué se le informa" />
        <CardBody>
          <Facts>
            <Fact label="Última llamada recibida">
              {lastAcceptedAt === null ? 'Todavía ninguna' : <Instant value={lastAcceptedAt} />}
            </Fact>
            {formerSecretUntil !== null && (
              <Fact label="La clave anterior firma hasta">
                <Instant value={formerSecretUntil} exact />
              </Fact>
            )}
            <Fact label="Eventos">{events.map(deliveredLabel).join(' · ')}</Fact>
          </Facts>
        </CardBody>
      </Card>
    </>
  )
}
