import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { veilClasses } from '#ui/dialogs/dialog.tsx'
import { Key } from '#ui/keys-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type Command = {
  readonly id: string
  readonly label: string
  /** Detail that tells two equal names apart. */
  readonly detail?: string | undefined
  readonly icon: ReactNode
  /** Keys of this command outside the palette, in order: 'g p'. */
  readonly shortcut?: string
  readonly run: () => void
}

export type CommandGroup = { readonly label: string; readonly items: readonly Command[] }

type CommandPaletteProps = {
  label: string
  placeholder: string
  /** Groups already filtered by the text. */
  groups: readonly CommandGroup[]
  text: string
  onType: (text: string) => void
  isSearching: boolean
  onClose: () => void
}

/** Palette that finds commands by a few letters. Every command is also somewhere on the screens. */
export function CommandPalette({ label, placeholder, groups, text, onClose, ...props }: CommandPaletteProps) {
  const { onType, isSearching } = props
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Dialog.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={veilClasses} />
        <Dialog.Popup
          aria-label={label}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-hidden rounded-xl border bg-surface shadow-float outline-none sm:top-[12dvh] sm:max-h-[70dvh]"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            itemToStringValue={(command: Command) => command.label}
            value={text}
            onValueChange={onType}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2 border-b px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              <Autocomplete.Input
                aria-label={label}
                placeholder={placeholder}
                className="h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-faint"
              />
              {isSearching && <Spinner className="size-4 text-ink-faint" />}
              <Dialog.Close className="sr-only">Cerrar</Dialog.Close>
            </div>
            <div className="min-h-0 overflow-y-auto overscroll-contain p-2">
              <Autocomplete.Empty>
                <p className="px-3 py-6 text-center text-ink-soft empty:hidden">
                  {isSearching ? 'Buscando…' : `Nada coincide con «${text}».`}
                </p>
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 font-medium text-ink-faint text-xs">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          key={command.id}
                          value={command}
                          onClick={() => run(command)}
                          className="grid min-h-10 cursor-default grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-3 py-1.5 outline-none data-highlighted:bg-accent-soft touch:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-faint"
                        >
                          {command.icon}
                          <span className="min-w-0 max-sm:*:block max-sm:*:truncate sm:truncate">
                            <span>{command.label}</span>
                            {command.detail && (
                              <span className="text-ink-faint max-sm:text-xs sm:ml-2">{command.detail}</span>
                            )}
                          </span>
                          {command.shortcut && <Keys of={command.shortcut} />}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Keys of a command, where there is a keyboard. */
function Keys({ of }: { of: string }) {
  return (
    <span aria-hidden="true" className="flex gap-1 touch:hidden">
      {of.split(' ').map((key, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one key may come twice
        <Key key={place}>{key}</Key>
      ))}
    </span>
  )
}
