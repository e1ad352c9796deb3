import { Keyboard } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

export type KeyHelp = { keys: readonly string[]; does: string }

type KeysDialogProps = {
  help: readonly KeyHelp[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What each key does on this screen. */
export function KeysDialog({ help, open, onOpenChange }: KeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Teclas de esta pantalla">
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

export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-ink-soft text-xs">
      {children}
    </kbd>
  )
}

/** Where there is a keyboard, offers its keys. */
export function KeysButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      variant="quiet"
      icon={<Keyboard aria-hidden="true" />}
      onClick={onOpen}
      className="max-lg:hidden"
      aria-keyshortcuts="?"
    >
      Teclas <Key>?</Key>
    </Button>
  )
}
