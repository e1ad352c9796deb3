import { useNavigate } from '@tanstack/react-router'
import { HandCoins, LogOut, Moon, ReceiptText, Sun } from 'lucide-react'
import { useState } from 'react'
import { useFound } from '#app/shell/found-commands.tsx'
import { beyondMenu } from '#app/shell/menu-entries.ts'
import { useMenu } from '#app/shell/use-menu.ts'
import { setTheme, useIsDark } from '#app/theme.ts'
import type { Area } from '#kernel/actor.ts'
import { useTyped } from '#ui/choice.ts'
import { type Command, type CommandGroup, CommandPalette } from '#ui/command-palette.tsx'
import { matches } from '#ui/fold.ts'

type CommandsDialogProps = { area: Area; onLeave: () => void; onClose: () => void }

/** Ctrl+K: go to a screen, find something by its id or name, begin an order. */
export function CommandsDialog({ area, onLeave, onClose }: CommandsDialogProps) {
  const [text, setText] = useState('')
  const [typed, search] = useTyped()
  const found = useFound(area, typed)
  const navigate = useNavigate()
  const isDark = useIsDark()
  const entries = useMenu(area)
  const go =
    (to: string, query: object = {}) =>
    () =>
      void navigate({ to, search: query })

  const screens: Command[] = [...entries, ...beyondMenu(area)].map(({ to, label, icon: Icon }) => ({
    ...{ id: to, label, icon: <Icon /> },
    run: go(to),
  }))
  const deeds: Command[] = [
    ...(area === 'client' || area === 'empresa' ? newOrders(area, go) : []),
    {
      ...{ id: 'theme', label: isDark ? 'Usar el tema claro' : 'Usar el tema oscuro' },
      ...{ icon: isDark ? <Sun /> : <Moon />, run: () => setTheme(isDark ? 'light' : 'dark') },
    },
    { id: 'leave', label: 'Cerrar sesión', icon: <LogOut />, run: onLeave },
  ]
  const groups: CommandGroup[] = [
    ...found.groups,
    { label: 'Ir a', items: screens.filter(({ label }) => matches(label, text)) },
    { label: 'Hacer', items: deeds.filter(({ label }) => matches(label, text)) },
  ]
  return (
    <CommandPalette
      label="Buscar o ir a"
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

type Go = (to: string, query?: object) => () => void

const newOrders = (area: Area, go: Go): Command[] => [
  {
    ...{ id: 'new-gasto', label: 'Nuevo Pedido de Pago', icon: <HandCoins /> },
    run: go(`/${area}/documents/new`, { type: 'gasto' }),
  },
  {
    ...{ id: 'new-emision', label: 'Nuevo Pedido de Emisión', icon: <ReceiptText /> },
    run: go(`/${area}/documents/new`, { type: 'emision' }),
  },
]
