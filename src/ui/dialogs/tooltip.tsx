import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { floatingContainer } from '#ui/dialogs/floating-container.ts'

/** Name of an icon, or the long form of a short word. Never information that stands nowhere else. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger delay={700} render={children} />
      <Base.Portal container={floatingContainer()}>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="floating border-transparent bg-ink px-2 py-1 text-page text-xs">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
