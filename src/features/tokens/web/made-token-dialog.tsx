import { Copy } from 'lucide-react'
import { curlExample } from '#features/tokens/web/text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { notify } from '#ui/toast.ts'

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => notify.success('Clave copiada'),
    () => notify.error('No se ha podido copiar. Selecciónala y cópiala a mano.'),
  )

/** A token that has just been made, and how to call the API with it. */
export function MadeTokenDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="Tu clave de API"
      description="Cópiala y guárdala en un lugar seguro: no volverá a mostrarse."
      footer={
        <Button variant="primary" onClick={onClose}>
          La he guardado
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <output
          aria-label="Clave de API"
          className="block select-all break-all rounded-lg bg-sunken p-4 font-mono text-sm"
        >
          {text}
        </output>
        <Button
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy(text)}
          className="justify-self-start max-sm:w-full"
        >
          Copiar
        </Button>
        <div className="grid grid-cols-1 gap-1.5">
          <p className="text-ink-soft text-sm">Por ejemplo, los pedidos que ve:</p>
          <pre className="select-all whitespace-pre-wrap break-all rounded-lg bg-sunken p-4 font-mono text-xs">
            {curlExample(location.origin, text)}
          </pre>
        </div>
      </div>
    </Dialog>
  )
}
