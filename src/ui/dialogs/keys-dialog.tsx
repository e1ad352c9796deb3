import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Key } from '#ui/keys-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

export type KeyHelp = { keys: readonly string[]; does: string }

type KeysDialogProps = {
  help: readonly KeyHelp[]
  everywhere: readonly KeyHelp[]
  /** Address of the help. */
  helpAddress: string
  onClose: () => void
}

/** Help on the keys of this screen, and on those of every screen. */
export function KeysDialog({ help, everywhere, helpAddress, onClose }: KeysDialogProps) {
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title="Teclas de esta pantalla">
      <div className="grid grid-cols-1 gap-5">
        <KeyList help={help} />
        <section aria-labelledby="everywhere-title">
          <h3 id="everywhere-title" className="mb-2 font-semibold">
            En todas las pantallas
          </h3>
          <KeyList help={everywhere} />
        </section>
        <LinkButton to={helpAddress}>Ayuda, paso a paso</LinkButton>
      </div>
    </Dialog>
  )
}

function KeyList({ help }: { help: readonly KeyHelp[] }) {
  return (
    <dl className="grid grid-cols-1 divide-y">
      {help.map(({ keys, does }) => (
        <div key={does} className="flex items-center justify-between gap-4 py-2 first:pt-0 last:pb-0">
          <dt>{does}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.map(key => (
              <Key key={key}>{key}</Key>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
