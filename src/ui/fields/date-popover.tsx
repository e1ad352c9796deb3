import { Popover } from '@base-ui/react/popover'
import type { ReactElement } from 'react'
import { Calendar } from '#ui/fields/calendar.tsx'

type DatePopoverProps = {
  label: string
  trigger: ReactElement
  /** Date as yyyy-mm-dd; null while there is none. */
  value: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onPick: (day: string) => void
  onClose: () => void
}

/** Calendar of a date field. */
export function DatePopover({ label, trigger, value, open, onOpenChange, onPick }: DatePopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup aria-label={label} className="floating p-3">
            <Calendar value={value} onPick={onPick} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
