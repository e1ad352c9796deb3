import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Area } from '#kernel/actor.ts'
import { Button } from '#ui/button.tsx'
import { isUnderDialog } from '#ui/dialogs/layers.ts'
import { Key } from '#ui/keys-button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type CommandsButtonProps = { area: Area; onSignOut: () => void }

const load = async () => (await import('#app/shell/commands-dialog.tsx')).CommandsDialog

/** Button of the command palette; Ctrl+K (or ⌘K) opens it from anywhere. */
export function CommandsButton({ area, onSignOut }: CommandsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      // One layer at a time: an open dialog has to be finished first.
      if (!isUnderDialog()) setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Button
        variant="quiet"
        icon={<Search aria-hidden="true" />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="max-lg:w-9 max-lg:px-0 touch:max-lg:w-11"
      >
        <span className="max-lg:sr-only">Buscar</span>
        <span aria-hidden="true" className="max-lg:hidden">
          <Key>Ctrl K</Key>
        </span>
      </Button>
      {isOpen && (
        <OnDemand
          load={load}
          props={{ area, onSignOut, onClose: () => setOpen(false) }}
          meanwhile={<Opening />}
        />
      )}
    </>
  )
}

/** Placeholder dialog, so that keys typed before the palette has loaded do nothing on the screen behind it. */
function Opening() {
  return (
    <div role="dialog" aria-label="Buscar o ir a" aria-busy="true" className="fixed inset-0 z-50 bg-veil" />
  )
}
