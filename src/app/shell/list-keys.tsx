import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isOrderAddress } from '#app/shell/order-address.ts'
import type { OrderPeekDialogProps } from '#app/shell/order-peek-dialog.tsx'
import { useMayOrder, useMenu } from '#app/shell/use-desk.ts'
import { setTheme, useIsDark } from '#app/theme.ts'
import type { Area } from '#kernel/actor.ts'
import { captureNextKey, useKeys } from '#ui/hooks/keys.ts'
import { peek } from '#ui/lists/peek.ts'
import { OnDemand } from '#ui/on-demand.tsx'

type ListKeysProps = { area: Area; onSignOut: () => void }

/** Keys of every list. A screen with keys of its own handles them first. */
export function ListKeys({ area, onSignOut }: ListKeysProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [peeked, setPeeked] = useState<string | null>(null)
  usePeek(setPeeked)
  const mayOrder = useMayOrder(area)
  const follow = useCommandKeys(area, mayOrder, onSignOut)
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
      '?': () => setHelpOpen(true),
      g: () => follow('g'),
      n: () => follow('n'),
      v: () => follow('v'),
    },
    ['j', 'k'],
    true,
  )
  if (peeked !== null)
    return (
      <OnDemand<OrderPeekDialogProps>
        load={loadPeek}
        props={{ address: peeked, onClose: () => setPeeked(null) }}
      />
    )
  if (!isHelpOpen) return null
  return <OnDemand load={loadHelp} props={{ hasOrders: mayOrder, onClose: () => setHelpOpen(false) }} />
}

const loadHelp = async () => (await import('#app/shell/keys-help-dialog.tsx')).KeysHelpDialog
const loadPeek = async () => (await import('#app/shell/order-peek-dialog.tsx')).OrderPeekDialog
const loadCommands = () => import('#app/shell/palette-actions.tsx')

/** Handler of the palette's actions by their two keys. */
function useCommandKeys(area: Area, mayOrder: boolean, onSignOut: () => void) {
  const entries = useMenu(area)
  const isDark = useIsDark()
  const navigate = useNavigate()
  const go = (to: string, search: object = {}) => void navigate({ to, search })
  return (first: string) => {
    const path = location.pathname
    const coming = loadCommands()
    captureNextKey(async second => {
      const { paletteActions } = await coming
      const given = { area, mayOrder, entries, path, isDark, go, onTheme: setTheme, onSignOut }
      const { screens, actions } = paletteActions(given)
      for (const { shortcut, run } of [...screens, ...actions]) if (shortcut === `${first} ${second}`) run()
    })
    // The palette would report a missing network; a key has no place to report it.
    coming.catch(() => {})
  }
}

/** Looks at the order whose row has the focus when space is pressed, or whose card asks for it. */
function usePeek(show: (address: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key !== ' ' || !(target instanceof HTMLAnchorElement) || !target.closest('main :is(tr, li)')) return
      if (!isOrderAddress(target.pathname)) return
      event.preventDefault()
      show(target.pathname)
    }
    const withdraw = peek.shownBy(show)
    document.addEventListener('keydown', press)
    return () => {
      withdraw()
      document.removeEventListener('keydown', press)
    }
  }, [show])
}

/**
 * Elements that open the rows of a table or a list: the first link or button of each. A list of other things, as of
 * filters, says that it has no rows.
 */
const findRowOpeners = () =>
  [...document.querySelectorAll('main tbody tr, main ul[aria-label]:not([data-no-rows]) > li')].flatMap(
    row => row.querySelector<HTMLElement>('a[href], button:not([disabled])') ?? [],
  )

/** Moves the focus from the focused row, or to the first one; it stops at both ends. */
function step(by: 1 | -1): void {
  const rows = findRowOpeners()
  const at = rows.findIndex(row => row.closest('tr, li')?.contains(document.activeElement))
  const next = at === -1 ? rows[0] : rows[at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
