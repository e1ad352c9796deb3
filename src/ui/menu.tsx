import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { floatingPlace } from '#ui/place.ts'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={floatingPlace()}>
        <Base.Positioner sideOffset={6} align={align} className="z-50 outline-none">
          <Base.Popup className="floating min-w-48 p-1">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClasses =
  'flex min-h-9 w-full cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-disabled:opacity-60 data-highlighted:bg-accent-soft touch:min-h-11 [&>svg]:size-4 [&>svg]:text-ink-faint'

type MenuItemProps = { icon?: ReactNode; children: ReactNode; onSelect: () => void; disabled?: boolean }

export function MenuItem({ icon, children, onSelect, disabled = false }: MenuItemProps) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={itemClasses}>
      {icon}
      {children}
    </Base.Item>
  )
}

type MenuChoiceProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

/** One of several, the current one marked. */
export function MenuChoice<Value extends string>({
  label,
  value,
  onChange,
  options,
}: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {options.map(option => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemClasses}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Base.RadioItemIndicator className="size-2 rounded-full bg-accent" />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
