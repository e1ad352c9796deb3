import type { ReactElement } from 'react'
import { NoticesPanel, ReadNoticesButton } from '#features/notifications/web/notices-panel.tsx'
import { Popover } from '#ui/dialogs/popover.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type NoticesPopoverProps = {
  areaPath: string
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

const few = 10

export function NoticesPopover({ areaPath, ...popover }: NoticesPopoverProps) {
  const all: string = `${areaPath}/notifications`
  const close = () => popover.onOpenChange(false)
  return (
    <Popover title="Notificaciones" actions={<ReadNoticesButton />} {...popover}>
      <NoticesPanel areaPath={areaPath} most={few} onGo={close} />
      <p className="sticky bottom-0 grid border-t bg-surface p-2">
        <LinkButton to={all} variant="quiet" onClick={close}>
          Ver todas las notificaciones
        </LinkButton>
      </p>
    </Popover>
  )
}
