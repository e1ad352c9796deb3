import { SecretDialog } from '#ui/dialogs/secret-dialog.tsx'

type WebhookSecretDialogProps = { secret: string; isRenewed?: boolean; onClose: () => void }

/** The secret of a webhook, shown this once. */
export function WebhookSecretDialog({ secret, isRenewed = false, onClose }: WebhookSecretDialogProps) {
  return (
    <SecretDialog
      title="Clave del webhook"
      description="Guárdala en el sistema que recibe: no volverá a mostrarse."
      label="Clave"
      secret={secret}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {isRenewed
          ? 'Durante 24 horas cada llamada lleva también la firma de la clave anterior, para que puedas cambiarla sin prisa.'
          : 'Con ella comprueba que una llamada viene de aquí y que nadie la ha cambiado.'}
      </p>
    </SecretDialog>
  )
}
