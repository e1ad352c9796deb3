import type { ReactElement } from 'react'
import { NoticesPanel, ReadNoticesButton } from '#features/notifications/web/notices-panel.tsx'
import { Popover } from '#ui/popover.tsx'

type NoticesPopoverProps = {
  base: string
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function NoticesPopover({ base, ...popover }: NoticesPopoverProps) {
  return (
    <Popover title="Avisos" actions={<ReadNoticesButton />} {...popover}>
      <NoticesPanel base={base} most={30} onGo={() => popover.onOpenChange(false)} />
    </Popover>
  )
}
