import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeliveryDialog } from '#features/webhooks/web/delivery-dialog.tsx'
import {
  moveWebhookMutation,
  removeWebhookMutation,
  renewSecretMutation,
  testWebhookMutation,
} from '#features/webhooks/web/queries.ts'
import { WebhookSecretDialog } from '#features/webhooks/web/secret-dialog.tsx'
import { EditWebhookDialog } from '#features/webhooks/web/webhook-dialog.tsx'
import type { WebhookWire } from '#features/webhooks/wire.ts'
import { newId } from '#kernel/ids.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { notify } from '#ui/toast.ts'

type Asked = 'edit' | 'secret' | 'remove' | null

const tellFailure = (error: Error) =>
  notify.error('No se ha podido hacer', { description: failureMessage(error) })

/** Actions of an administrator on a webhook. */
export function WebhookActionsPanel({ webhook }: { webhook: WebhookWire }) {
  const [asked, setAsked] = useState<Asked>(null)
  const { can } = webhook
  const close = () => setAsked(null)
  return (
    <>
      <TestButton webhook={webhook} />
      <MoveButton webhook={webhook} />
      <Button
        icon={<Pencil aria-hidden="true" />}
        refusal={refusalText(can.change)}
        onClick={() => setAsked('edit')}
      >
        Editar
      </Button>
      <Button
        icon={<KeyRound aria-hidden="true" />}
        refusal={refusalText(can.renewSecret)}
        onClick={() => setAsked('secret')}
      >
        Renovar clave
      </Button>
      <Button
        variant="quiet"
        icon={<Trash2 aria-hidden="true" />}
        refusal={refusalText(can.remove)}
        onClick={() => setAsked('remove')}
      >
        Eliminar
      </Button>
      {asked === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {asked === 'secret' && <RenewSecret webhook={webhook} onClose={close} />}
      {asked === 'remove' && <Removal webhook={webhook} onClose={close} />}
    </>
  )
}

/** Sends a test call, and shows its answer as soon as there is one. */
function TestButton({ webhook: { id, can } }: { webhook: WebhookWire }) {
  const { mutate, data, isPending, reset } = useMutation(testWebhookMutation)
  return (
    <>
      <Button
        variant="primary"
        icon={<Send aria-hidden="true" />}
        busy={isPending}
        refusal={refusalText(can.test)}
        onClick={() => mutate(id, { onError: tellFailure })}
      >
        Probar
      </Button>
      {data && <DeliveryDialog webhookId={id} deliveryId={data.deliveryId} onClose={reset} />}
    </>
  )
}

function MoveButton({ webhook: { id, state, revision, can } }: { webhook: WebhookWire }) {
  const { mutate, isPending } = useMutation(moveWebhookMutation)
  const move = state === 'active' ? 'pause' : 'resume'
  return (
    <Button
      icon={state === 'active' ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      busy={isPending}
      refusal={refusalText(can[move])}
      onClick={() => mutate({ webhookId: id, body: { move, revision } }, { onError: tellFailure })}
    >
      {state === 'active' ? 'Pausar' : 'Reanudar'}
    </Button>
  )
}

type AskedProps = { webhook: WebhookWire; onClose: () => void }

function RenewSecret({ webhook: { id }, onClose }: AskedProps) {
  const { mutate, data, isPending } = useMutation(renewSecretMutation)
  // Asked again after a lost answer, it is the same secret: a second one would end the one that receivers have.
  const [key] = useState(newId)
  if (data) return <WebhookSecretDialog secret={data.secret} isRenewed onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="Renovar la clave"
      description="Se crea otra clave. La de ahora sigue firmando durante 24 horas; cualquiera anterior deja de valer ya."
      confirmLabel="Renovar clave"
      busy={isPending}
      onConfirm={() => mutate({ webhookId: id, key }, { onError: tellFailure })}
    />
  )
}

function Removal({ webhook: { id, description, waiting }, onClose }: AskedProps) {
  const { mutate, isPending } = useMutation(removeWebhookMutation)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`Eliminar ${description}`}
      description={
        waiting > 0
          ? `Se borra con todos sus envíos, también los ${waiting} que esperan. No se puede deshacer.`
          : 'Se borra con todos sus envíos. No se puede deshacer.'
      }
      confirmLabel="Eliminar"
      tone="danger"
      busy={isPending}
      onConfirm={() =>
        mutate(id, {
          onSuccess: () => {
            notify.success(`Webhook «${description}» eliminado`)
            void navigate({ to: '/empresa/settings/webhooks' })
          },
          onError: tellFailure,
        })
      }
    />
  )
}
