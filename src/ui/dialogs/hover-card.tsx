import { PreviewCard } from '@base-ui/react/preview-card'
import type { ReactElement, ReactNode } from 'react'
import { floatingContainer } from '#ui/dialogs/floating-container.ts'

type HoverCardProps = {
  /** Element with the hover card; it must be focusable and hold the essential by itself. */
  trigger: ReactElement
  children: ReactNode
}

/** Card with more about an element, shown while a pointer or the focus is on it. */
export function HoverCard({ trigger, children }: HoverCardProps) {
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger render={trigger} />
      <PreviewCard.Portal container={floatingContainer()}>
        <PreviewCard.Positioner sideOffset={6} className="z-50">
          <PreviewCard.Popup className="floating max-w-80 p-3 text-sm">{children}</PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}
