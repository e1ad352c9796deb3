import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { FileQuestion, MailQuestion, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { discardMutation, messagesQuery } from '#features/mailboxes/web/queries.ts'
import type { MailedMessageWire } from '#features/mailboxes/wire.ts'
import { newId } from '#kernel/ids.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { sizeText } from '#ui/fields/size-text.ts'
import { Instant } from '#ui/instant.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Alert, EmptyState } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const loadTakeMessage = async () =>
  (await import('#features/mailboxes/web/take-message-dialog.tsx')).TakeMessageDialog

/** Messages of unknown senders, and such as cannot be read: none of their files is opened before somebody takes it in. */
export function QuarantinePage() {
  const query = useInfiniteQuery(messagesQuery)
  const [page] = query.data?.pages ?? []
  return (
    <>
      <PageHeader
        title="Cuarentena"
        subtitle="Correos que esperan a que alguien diga si traen facturas"
        crumbs={[{ label: 'Facturas recibidas', to: '/empresa/received-invoices' }]}
      />
      <div className="grid grid-cols-1 gap-4">
        <Alert tone="info" title="El remitente de un correo se puede falsificar">
          Sus archivos no se han abierto: solo se ha buscado en ellos algún virus. Pasa a la bandeja lo que
          esperabas, y descarta lo demás.
        </Alert>
        {page?.isFull && (
          <Alert tone="caution">
            La cuarentena está llena: lo nuevo de desconocidos se queda sin leer en el buzón y aquí solo se
            nombra. Atiende los que esperan para que se siga recogiendo.
          </Alert>
        )}
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando los correos" />}>
          {data => <Messages items={loadedItems(data)} />}
        </Loaded>
        <LoadMore query={query} />
      </div>
    </>
  )
}

function Messages({ items }: { items: readonly MailedMessageWire[] }) {
  if (items.length === 0)
    return (
      <Card>
        <EmptyState icon={<ShieldCheck />} title="Nada en cuarentena">
          Aquí esperan los correos de direcciones que no son de ningún proveedor.
        </EmptyState>
      </Card>
    )
  return (
    <Card className="overflow-hidden">
      <ul aria-label="Correos en cuarentena" className="divide-y">
        {items.map(message => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
    </Card>
  )
}

function Message({ message }: { message: MailedMessageWire }) {
  const { state, fromAddress, fromName, subject, files, fault, authentication, receivedAt, provider } =
    message
  const isSetAside = state === 'set_aside'
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3 sm:px-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{subject || 'Sin asunto'}</span>
          <Badge
            tone={isSetAside ? 'negative' : 'caution'}
            icon={isSetAside ? <FileQuestion aria-hidden="true" /> : <MailQuestion aria-hidden="true" />}
          >
            {isSetAside ? 'Sin leer' : 'En cuarentena'}
          </Badge>
        </p>
        <p className="wrap-anywhere text-ink-soft">
          {[fromName, fromAddress].filter(Boolean).join(' · ') || 'No dice de quién es'}
          {provider && ` · ${provider.name}`}
        </p>
      </div>
      {fault && <p className="text-caution">{fault}</p>}
      {files.length > 0 && (
        <ul aria-label="Archivos" className="grid grid-cols-1 gap-0.5">
          {files.map(({ name, size, leftOut }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files of a message may have one name
            <li key={place} className="wrap-anywhere">
              {name} <span className="text-ink-faint text-xs">{sizeText(size)}</span>
              {leftOut && <span className="text-ink-soft"> se queda fuera: {leftOut}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 text-ink-faint text-xs">
          Llegó <Instant value={receivedAt} />
          {authentication && ` · comprobaciones de tu servidor: ${authentication}`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Actions message={message} />
        </div>
      </div>
    </li>
  )
}

type Asked = 'take' | 'discard' | null

function Actions({ message }: { message: MailedMessageWire }) {
  const [asked, setAsked] = useState<Asked>(null)
  const { take, discard } = message.can
  const close = () => setAsked(null)
  return (
    <>
      <Button size="sm" refusal={refusalText(discard)} onClick={() => setAsked('discard')}>
        Descartar
      </Button>
      {message.state === 'quarantined' && (
        <Button size="sm" variant="primary" refusal={refusalText(take)} onClick={() => setAsked('take')}>
          Pasar a la bandeja
        </Button>
      )}
      {asked === 'take' && <OnDemand load={loadTakeMessage} props={{ message, onClose: close }} />}
      {asked === 'discard' && <Discarding message={message} onClose={close} />}
    </>
  )
}

function Discarding({ message, onClose }: { message: MailedMessageWire; onClose: () => void }) {
  const { mutate, isPending } = useMutation(discardMutation)
  const [key] = useState(newId)
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      tone="danger"
      title="Descartar el correo"
      description="Sus archivos se borran de aquí. El correo sigue en el buzón."
      confirmLabel="Descartar"
      busy={isPending}
      onConfirm={() =>
        mutate(
          { messageId: message.id, revision: message.revision, key },
          {
            onSuccess: () => notify.info('Correo descartado'),
            onError: error =>
              notify.error('No se ha podido descartar', { description: failureMessage(error) }),
            onSettled: onClose,
          },
        )
      }
    />
  )
}
