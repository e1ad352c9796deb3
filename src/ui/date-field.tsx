import { Popover } from '@base-ui/react/popover'
import { CalendarDays } from 'lucide-react'
import { lazy, type Ref, Suspense, useState } from 'react'
import { dayFrom, formatDay, parseDay } from '#kernel/day.ts'
import { Field, type FieldProps } from '#ui/field.tsx'

const Calendar = lazy(async () => ({ default: (await import('#ui/calendar.tsx')).Calendar }))

type DateFieldProps = FieldProps & {
  /** yyyy-mm-dd, '' when empty, or what was typed while that is not a date (the schema then says so). */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  name?: string
  disabled?: boolean
}

/** dd/mm/aaaa typed, or chosen in a calendar. The browser's own date field follows the browser's language. */
export function DateField({ value, onChange, onBlur, ref, name, disabled, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const shown = dayFrom(value) ? formatDay(value) : value
  const text = (parseDay(typed) ?? typed) === value ? typed : shown
  const type = (next: string) => {
    setTyped(next)
    onChange(parseDay(next) ?? next)
  }
  const leave = () => {
    if (dayFrom(value)) setTyped(formatDay(value))
    onBlur?.()
  }
  const pick = (day: string) => {
    setTyped(formatDay(day))
    onChange(day)
    setOpen(false)
  }
  return (
    <Field {...field}>
      {control => (
        <div className="relative">
          <input
            {...control}
            {...{ ref, name, disabled }}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/aaaa"
            value={text}
            onChange={event => type(event.target.value)}
            onBlur={leave}
            className="control figures pr-11"
          />
          <Popover.Root open={isOpen} onOpenChange={setOpen}>
            <Popover.Trigger
              aria-label={`Abrir el calendario de ${field.label}`}
              disabled={disabled ?? false}
              className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-faint hover:text-ink touch:w-11"
            >
              <CalendarDays className="size-4" aria-hidden="true" />
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Positioner sideOffset={4} align="end" className="z-50">
                <Popover.Popup aria-label={`Calendario de ${field.label}`} className="floating p-3">
                  <Suspense fallback={<div className="h-[19.5rem] w-72" />}>
                    <Calendar value={dayFrom(value)} onPick={pick} />
                  </Suspense>
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
        </div>
      )}
    </Field>
  )
}
