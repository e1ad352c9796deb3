import { useState } from 'react'
import { useKeys } from '#ui/keys.ts'
import { OnDemand } from '#ui/on-demand.tsx'

/** The same keys on every list. A screen with keys of its own has taken them before they come here. */
export function ListKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
      '?': () => setHelpOpen(true),
    },
    ['j', 'k'],
    true,
  )
  if (!isHelpOpen) return null
  return <OnDemand load={load} given={{ help, onClose: () => setHelpOpen(false) }} />
}

const load = async () => (await import('#ui/keys-dialog.tsx')).KeysDialog

const help = [
  { keys: ['Ctrl', 'K'], does: 'Buscar o ir a una pantalla' },
  { keys: ['/'], does: 'Buscar en la lista' },
  { keys: ['j'], does: 'Siguiente de la lista' },
  { keys: ['k'], does: 'Anterior de la lista' },
  { keys: ['Intro'], does: 'Abrir lo señalado' },
  { keys: ['Alt', 'T'], does: 'Ir a los mensajes emergentes' },
  { keys: ['?'], does: 'Ver estas teclas' },
]

/** Each row of a table or a list begins with what opens it. */
const rowsOf = () =>
  [...document.querySelectorAll('main tbody tr, main ul[aria-label] > li')].flatMap(
    row => row.querySelector<HTMLElement>('a[href], button:not([disabled])') ?? [],
  )

/** From the row that has the focus, or to the first one; the ends are ends. */
function step(by: 1 | -1): void {
  const rows = rowsOf()
  const at = rows.findIndex(row => row.closest('tr, li')?.contains(document.activeElement))
  const next = at === -1 ? rows[0] : rows[at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
