import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MailboxForm } from '#features/mailboxes/web/mailbox-form.tsx'
import { mailboxQuery } from '#features/mailboxes/web/queries.ts'
import type { MailboxWire } from '#features/mailboxes/wire.ts'
import { counted } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'

const loadRemoval = async () =>
  (await import('#features/mailboxes/web/remove-mailbox-dialog.tsx')).RemoveMailboxDialog

/** The mailbox from which invoices are collected: where it is, and how it goes. */
export function MailboxPage() {
  const query = useQuery(mailboxQuery)
  const mailbox = query.data?.mailbox ?? null
  return (
    <>
      <PageHeader
        title="Buzón de facturas"
        subtitle="Las facturas que llegan por correo pasan solas a «Facturas recibidas»"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
        actions={mailbox && <RemoveButton />}
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={6} />}>
        {({ mailbox, can }) => (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            {mailbox && <Health mailbox={mailbox} />}
            <MailboxForm key={mailbox?.revision ?? 0} mailbox={mailbox} may={can.change} />
            <Alert tone="info" title="El remitente de un correo se puede falsificar">
              Lo que llega de la dirección de un proveedor pasa a la bandeja; lo de cualquier otra espera en
              cuarentena. Antes de pagar, la cuenta de cada factura se compara con la confirmada del
              proveedor.
            </Alert>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Health({
  mailbox: { collects, fault, lastCollectedAt, lastFailedAt, taken },
}: {
  mailbox: MailboxWire
}) {
  if (fault !== null)
    return (
      <Alert tone="negative" title="El buzón no se puede leer">
        {fault}
        {lastFailedAt !== null && (
          <>
            {' '}
            Último intento: <Instant value={lastFailedAt} />.
          </>
        )}
      </Alert>
    )
  if (!collects) return <Alert tone="caution">El buzón está apagado: no se recoge ningún correo.</Alert>
  return (
    <p className="text-ink-soft">
      {lastCollectedAt === null ? (
        'Todavía no se ha mirado: tarda un par de minutos.'
      ) : (
        <>
          Mirado <Instant value={lastCollectedAt} />.
        </>
      )}{' '}
      {counted(taken, 'correo')} con facturas en los últimos 30 días.
    </p>
  )
}

function RemoveButton() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      {isAsking && <OnDemand load={loadRemoval} props={{ onClose: () => setAsking(false) }} />}
    </>
  )
}
