import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { OnDemand } from '#ui/on-demand.tsx'

export type MenuAction = {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  /** Of a menu in which one is chosen: whether it is this one. */
  readonly isOn?: boolean
}

type Trigger = ReactElement<{
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}>

export type MenuProps = {
  /** The button that opens it. */
  trigger: Trigger
  items: readonly MenuAction[]
  align?: 'start' | 'end'
  /** The button was pressed before the menu was there. */
  startsOpen?: boolean
}

const load = async () => (await import('#ui/dialogs/menu-popup.tsx')).MenuPopup
const warmUp = () => void load().catch(() => {})

/** A button with a menu, which is fetched when somebody is about to open it. */
export function Menu({ trigger, items, align = 'end', startsOpen = false }: MenuProps) {
  const [isWanted, setWanted] = useState(startsOpen)
  if (!isWanted) {
    return cloneElement(trigger, {
      onClick: () => setWanted(true),
      onPointerEnter: warmUp,
      onFocus: warmUp,
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    })
  }
  return (
    <OnDemand
      load={load}
      given={{ trigger, items, align, onClose: () => setWanted(false) }}
      meanwhile={trigger}
    />
  )
}
