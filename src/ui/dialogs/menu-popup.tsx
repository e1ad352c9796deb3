import { Menu as Base } from '@base-ui/react/menu'
import { floatingContainer } from '#ui/dialogs/floating-container.ts'
import type { MenuAction, MenuProps } from '#ui/dialogs/menu.tsx'

type MenuPopupProps = MenuProps & { onClose: () => void }

/** Popup of a menu, open from its first render. */
export function MenuPopup({ trigger, items, align = 'end' }: MenuPopupProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal container={floatingContainer()}>
        <Base.Positioner sideOffset={6} align={align} className="z-50 outline-none">
          <Base.Popup className="floating min-w-48 p-1">
            {items.some(({ isOn }) => isOn !== undefined) ? (
              <Choice items={items} />
            ) : (
              <Actions items={items} />
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClasses =
  'flex min-h-9 w-full cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-disabled:opacity-60 data-highlighted:bg-accent-soft touch:min-h-11 [&>svg]:size-4 [&>svg]:text-ink-faint'

type ItemsProps = { items: readonly MenuAction[] }

function Actions({ items }: ItemsProps) {
  return items.map(({ label, icon, onSelect, refusal }) => (
    <Base.Item key={label} onClick={onSelect} disabled={refusal !== undefined} className={itemClasses}>
      {icon}
      <span>
        {label}
        {refusal !== undefined && <span className="block max-w-56 text-xs">{refusal}</span>}
      </span>
    </Base.Item>
  ))
}

/** Choice of one of several, the current one marked. */
function Choice({ items }: ItemsProps) {
  return (
    <Base.RadioGroup
      value={items.findIndex(({ isOn }) => isOn)}
      onValueChange={(index: number) => items[index]?.onSelect()}
    >
      {items.map(({ label, icon }, index) => (
        <Base.RadioItem key={label} value={index} closeOnClick className={itemClasses}>
          {icon}
          <span className="flex-1">{label}</span>
          <Base.RadioItemIndicator className="size-2 rounded-full bg-accent" />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
