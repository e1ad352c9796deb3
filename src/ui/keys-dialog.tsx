import { Dialog } from '#ui/dialog.tsx'
import { Key } from '#ui/keys-button.tsx'

export type KeyHelp = { keys: readonly string[]; does: string }

type KeysDialogProps = { help: readonly KeyHelp[]; onClose: () => void }

/** What each key does on this screen. */
export function KeysDialog({ help, onClose }: KeysDialogProps) {
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title="Teclas de esta pantalla">
      <dl className="grid grid-cols-1 divide-y">
        {help.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2 first:pt-0 last:pb-0">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map(key => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
