import { Copy } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { notify } from '#ui/toast.ts'

type SecretDialogProps = { secret: string; isRenewed?: boolean; onClose: () => void }

/** The secret of a webhook, shown this once. */
export function SecretDialog({ secret, isRenewed = false, onClose }: SecretDialogProps) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify.success('Clave copiada'),
      () => notify.error('No se ha podido copiar. Selecciónala y cópiala a mano.'),
    )
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="Clave del webhook"
      description="Guárdala en el sistema que recibe: no volverá a mostrarse."
      footer={
        <Button variant="primary" onClick={onClose}>
          La he guardado
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <output
          aria-label="Clave"
          className="wrap-anywhere select-text rounded-lg bg-sunken p-4 text-center font-mono text-sm"
        >
          {secret}
        </output>
        <div>
          <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
            Copiar
          </Button>
        </div>
        <p className="text-ink-soft">
          {isRenewed
            ? 'Durante 24 horas cada llamada lleva también la firma de la clave anterior, para que puedas cambiarla sin prisa.'
            : 'Con ella comprueba que una llamada viene de aquí y que nadie la ha cambiado.'}
        </p>
      </div>
    </Dialog>
  )
}
