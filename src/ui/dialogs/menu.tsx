import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { OnDemand } from '#ui/on-demand.tsx'

export type MenuAction = {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  /** Reason why it cannot be chosen. */
  readonly refusal?: string | undefined
  /** True for the current item, in a menu that chooses one of several. */
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
  /** Button that opens it. */
  trigger: Trigger
  items: readonly MenuAction[]
  align?: 'start' | 'end'
  /** True when the button was pressed before the menu had loaded. */
  startsOpen?: boolean
}

const load = async () => (await import('#ui/dialogs/menu-popup.tsx')).MenuPopup
const warmUp = () => void load().catch(() => {})

/** Button with a menu, whose code is loaded when somebody is about to open it. */
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
      props={{ trigger, items, align, onClose: () => setWanted(false) }}
      meanwhile={trigger}
    />
  )
}
