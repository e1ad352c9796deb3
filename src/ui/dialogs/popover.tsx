import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { floatingContainer } from '#ui/dialogs/floating-container.ts'

type PopoverProps = {
  title: string
  /** Button that opens it. */
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Actions beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Small panel beside its button, for a look without leaving the screen. */
export function Popover({ title, trigger, open, onOpenChange, actions, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={floatingContainer()}>
        <Base.Positioner sideOffset={8} align="end" collisionPadding={12} className="z-50">
          <Base.Popup className="floating flex max-h-[min(32rem,var(--available-height))] w-[min(24rem,var(--available-width))] flex-col">
            <header className="flex min-h-12 items-center justify-between gap-3 border-b py-1 pr-2 pl-4 sm:pl-5">
              <Base.Title className="font-semibold text-base">{title}</Base.Title>
              {actions}
            </header>
            <div className="min-h-0 overflow-y-auto overscroll-contain">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
