import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paletteActions } from '#app/shell/palette-actions.tsx'
import { useFound } from '#app/shell/palette-search.tsx'
import { useMayOrder, useMenu } from '#app/shell/use-desk.ts'
import { setTheme, useIsDark } from '#app/theme.ts'
import type { Area } from '#kernel/actor.ts'
import { type CommandGroup, CommandPalette } from '#ui/dialogs/command-palette.tsx'
import { useTyped } from '#ui/fields/choice.ts'
import { matches } from '#ui/lists/fold.ts'

type CommandsDialogProps = { area: Area; onSignOut: () => void; onClose: () => void }

/** Command palette: goes to a screen, finds something by its id or name, begins an order. */
export function CommandsDialog({ area, onSignOut, onClose }: CommandsDialogProps) {
  const [text, setText] = useState('')
  const [typed, search] = useTyped()
  const found = useFound(area, typed)
  const navigate = useNavigate()
  const entries = useMenu(area)
  const isDark = useIsDark()
  const go = (to: string, query: object = {}) => void navigate({ to, search: query })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const mayOrder = useMayOrder(area)
  const given = { area, mayOrder, entries, path, isDark, go, onTheme: setTheme, onSignOut }
  const { screens, actions } = paletteActions(given)
  const groups: CommandGroup[] = [
    ...found.groups,
    { label: 'Ir a', items: screens.filter(({ label }) => matches(label, text)) },
    { label: 'Hacer', items: actions.filter(({ label }) => matches(label, text)) },
  ]
  return (
    <CommandPalette
      label="Buscar o ir a"
      placeholder={
        area === 'admin_saas'
          ? 'Ir a una pantalla o buscar una empresa'
          : 'Ir a una pantalla o buscar id, nombre o monto'
      }
      groups={groups.filter(({ items }) => items.length > 0)}
      text={text}
      onType={next => {
        setText(next)
        search(next.trim())
      }}
      isSearching={found.isSearching}
      onClose={onClose}
    />
  )
}
