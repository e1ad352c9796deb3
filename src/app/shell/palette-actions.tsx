/** Actions that the palette offers without a search, and their keys outside it. */
import { HandCoins, LogOut, Moon, ReceiptText, Sun, Workflow } from 'lucide-react'
import type { MenuEntry } from '#app/shell/menu-entries.ts'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import type { Area } from '#kernel/actor.ts'
import type { Command } from '#ui/dialogs/command-palette.tsx'

type PaletteContext = {
  area: Area
  /** True for somebody who may begin a new order. */
  mayOrder: boolean
  entries: readonly MenuEntry[]
  /** Address of the screen that is left; a new order is one of the project it shows. */
  path: string
  isDark: boolean
  go: (to: string, search?: object) => void
  onTheme: (theme: 'light' | 'dark') => void
  onSignOut: () => void
}

export function paletteActions(given: PaletteContext): { screens: Command[]; actions: Command[] } {
  const { area, mayOrder, entries, path, isDark, go, onTheme, onSignOut } = given
  const screens = [...entries, ...beyondMenu(area)].map(({ to, label, icon: Icon }) => ({
    id: to,
    label,
    icon: <Icon />,
    shortcut: findKeys(to),
    run: () => go(to),
  }))
  const actions: Command[] = [
    ...(mayOrder ? newOrders(formAddress(area, path), go) : []),
    {
      id: 'theme',
      label: isDark ? 'Usar el tema claro' : 'Usar el tema oscuro',
      shortcut: 'v t',
      icon: isDark ? <Sun /> : <Moon />,
      run: () => onTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'leave', label: 'Cerrar sesión', icon: <LogOut />, shortcut: 'v s', run: onSignOut },
  ]
  return { screens, actions }
}

/** Screens that only other screens link to, for people who know their names. */
const beyondMenu = (area: Area): readonly MenuEntry[] =>
  area === 'empresa'
    ? [{ to: '/empresa/settings/flows/draft', label: 'Borrador del flujo de aprobación', icon: Workflow }]
    : []

/** Address of the form of a new order: in the project whose screen is left, or where a project is chosen. */
function formAddress(area: Area, path: string): string {
  const [, projectId] = /\/projects\/(PRJ-\d+)(?:\/|$)/.exec(path) ?? []
  return projectId === undefined ? `/${area}/documents/new` : newDocumentAddress(`/${area}`, projectId)
}

const newOrders = (form: string, go: PaletteContext['go']): Command[] => [
  {
    id: 'new-gasto',
    label: 'Nuevo Pedido de Pago',
    icon: <HandCoins />,
    shortcut: 'n p',
    run: () => go(form, { type: 'gasto' }),
  },
  {
    id: 'new-emision',
    label: 'Nuevo Pedido de Emisión',
    icon: <ReceiptText />,
    shortcut: 'n e',
    run: () => go(form, { type: 'emision' }),
  },
]

/**
 * Second key of each screen, equal in every area. No key decides in the inbox: there a late one would approve.
 */
const letters: { readonly [screen: string]: string } = {
  dashboard: 'p',
  projects: 'y',
  'payment-orders': 'g',
  'issuance-orders': 'e',
  contracts: 'c',
  documents: 'd',
  'pending-approvals': 'b',
  'pending-confirmations': 'f',
  'client-users': 'u',
  profile: 'm',
  clients: 'l',
  providers: 'v',
  'received-invoices': 't',
  'payment-batches': 's',
  'payment-calendar': 'h',
  bank: 'n',
  'month-end': 'w',
  people: 'u',
  settings: 'i',
  audit: 'e',
  flows: 'q',
  'cost-centres': 'g',
  orders: 'g',
  notifications: 'n',
  companies: 'e',
  'order-flows': 'f',
  monetization: 'i',
  users: 'u',
  mail: 's',
}

/** Keys of screens beyond the menu: the letters after `g` are those of the menu. */
const keysBeyondMenu: { readonly [screen: string]: string } = { draft: 'v b' }

function findKeys(to: string): string {
  const screen = to.split('/').at(-1) ?? ''
  return keysBeyondMenu[screen] ?? `g ${letters[screen] ?? ''}`
}
