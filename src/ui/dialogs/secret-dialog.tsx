import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { notify } from '#ui/toast.ts'

type SecretDialogProps = {
  title: string
  description: string
  /** Name of the secret for screen readers. */
  label: string
  secret: string
  onClose: () => void
  /** Use of the secret, below it. */
  children: ReactNode
}

/** A secret that is shown this once, to be copied and kept. */
export function SecretDialog({ title, description, label, secret, onClose, children }: SecretDialogProps) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify.success('Clave copiada'),
      () => notify.error('No se ha podido copiar. Selecciónala y cópiala a mano.'),
    )
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          La he guardado
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <output
          aria-label={label}
          className="block select-all break-all rounded-lg bg-sunken p-4 font-mono text-sm"
        >
          {secret}
        </output>
        <Button
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy()}
          className="justify-self-start max-sm:w-full"
        >
          Copiar
        </Button>
        {children}
      </div>
    </Dialog>
  )
}
