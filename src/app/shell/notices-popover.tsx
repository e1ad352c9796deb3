import type { ReactElement } from 'react'
import { NoticesPanel, ReadNoticesButton } from '#features/notices/web/notices-panel.tsx'
import { Popover } from '#ui/dialogs/popover.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type NoticesPopoverProps = {
  areaPath: string
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Notices shown of all that there are. */
const shownNotices = 10

/** Newest notices, in a panel that the bell opens. */
export function NoticesPopover({ areaPath, ...popover }: NoticesPopoverProps) {
  const allNotices: string = `${areaPath}/notifications`
  const close = () => popover.onOpenChange(false)
  return (
    <Popover title="Notificaciones" actions={<ReadNoticesButton />} {...popover}>
      <NoticesPanel areaPath={areaPath} most={shownNotices} onGo={close} />
      <p className="sticky bottom-0 grid border-t bg-surface p-2">
        <LinkButton to={allNotices} variant="quiet" onClick={close}>
          Ver todas las notificaciones
        </LinkButton>
      </p>
    </Popover>
  )
}
