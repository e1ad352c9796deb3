import { Keyboard } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** Button for the help on keys, where there is a keyboard. */
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

export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-ink-soft text-xs">
      {children}
    </kbd>
  )
}
