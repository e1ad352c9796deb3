import { curlExample } from '#features/tokens/web/text.ts'
import { SecretDialog } from '#ui/dialogs/secret-dialog.tsx'

/** A token that has just been made, and how to call the API with it. */
export function MadeTokenDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Tu clave de API"
      description="Cópiala y guárdala en un lugar seguro: no volverá a mostrarse."
      label="Clave de API"
      secret={text}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-1.5">
        <p className="text-ink-soft text-sm">Por ejemplo, los pedidos que ve:</p>
        <pre className="select-all whitespace-pre-wrap break-all rounded-lg bg-sunken p-4 font-mono text-xs">
          {curlExample(location.origin, text)}
        </pre>
      </div>
    </SecretDialog>
  )
}
