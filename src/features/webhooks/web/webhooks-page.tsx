import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { webhooksQuery } from '#features/webhooks/web/queries.ts'
import { WebhookSecretDialog } from '#features/webhooks/web/secret-dialog.tsx'
import { NewWebhookDialog } from '#features/webhooks/web/webhook-dialog.tsx'
import { WebhookStateBadge } from '#features/webhooks/web/webhook-state-badge.tsx'
import type { WebhookWire } from '#features/webhooks/wire.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Webhooks of the company with their health. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Otros sistemas a los que se informa de lo que pasa en la empresa"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            refusal={refusalText(query.data?.can.create)}
            onClick={() => setAdding(true)}
          >
            Nuevo webhook
          </Button>
        }
      />
      <Loaded query={query} skeleton={<SkeletonRows count={3} label="Cargando los webhooks" />}>
        {({ items }) => <WebhookRows items={items} />}
      </Loaded>
      {isAdding && (
        <NewWebhookDialog
          onClose={() => setAdding(false)}
          onCreated={made => {
            setAdding(false)
            setSecret(made.secret)
          }}
        />
      )}
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

function WebhookRows({ items }: { items: readonly WebhookWire[] }) {
  if (items.length === 0)
    return (
      <Card>
        <EmptyState icon={<Webhook />} title="Ningún webhook">
          Con uno, tu ERP o tu programa de contabilidad se entera al momento de lo que se aprueba, se paga o
          se rechaza, sin preguntar una y otra vez.
        </EmptyState>
      </Card>
    )
  return (
    <Card className="max-w-3xl overflow-hidden">
      <ul aria-label="Webhooks" className="divide-y">
        {items.map(webhook => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </Card>
  )
}

function WebhookRow({ webhook }: { webhook: WebhookWire }) {
  const { id, description, url, events, waiting, failed, lastAcceptedAt } = webhook
  return (
    <li className="relative grid grid-cols-1 gap-1 px-4 py-3 hover:bg-hover sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          to="/empresa/settings/webhooks/$webhookId"
          params={{ webhookId: id }}
          className="wrap-anywhere min-w-0 font-medium after:absolute after:inset-0"
        >
          {description}
        </Link>
        <WebhookStateBadge webhook={webhook} />
      </div>
      <p className="wrap-anywhere text-ink-soft">{url}</p>
      <p className="text-ink-faint text-xs">
        {counted(events.length, 'evento')}
        {waiting > 0 && ` · ${waiting} esperando`}
        {failed > 0 && ` · ${counted(failed, 'fallido')}`}
        {lastAcceptedAt !== null && (
          <>
            {' '}
            · última llamada recibida <Instant value={lastAcceptedAt} />
          </>
        )}
      </p>
    </li>
  )
}
