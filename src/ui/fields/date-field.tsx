import { CalendarDays } from 'lucide-react'
import { type ComponentPropsWithRef, type Ref, useState } from 'react'
import { dayFrom, formatDay, parseDay } from '#kernel/day.ts'
import { Field, type FieldProps } from '#ui/fields/field.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadPopover = async () => (await import('#ui/fields/date-popover.tsx')).DatePopover

type DateFieldProps = FieldProps & {
  /**
   * Date as yyyy-mm-dd, '' when empty, or the typed text while that is no date (which the schema then reports).
   */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  name?: string
  disabled?: boolean
}

/**
 * Date typed as dd/mm/aaaa or chosen in a calendar. The browser's own date field follows the browser's
 * language.
 */
export function DateField({ value, onChange, onBlur, ref, name, disabled, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  // Wanted once, it stays: its button is where the focus comes back to.
  const [isWanted, setWanted] = useState(false)
  const openFirst = () => {
    setWanted(true)
    setOpen(true)
  }
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
            ref={ref}
            name={name}
            disabled={disabled}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/aaaa"
            value={text}
            onChange={event => type(event.target.value)}
            onBlur={leave}
            className="control figures pr-11"
          />
          {isWanted ? (
            <OnDemand
              load={loadPopover}
              props={{
                label: `Calendario de ${field.label}`,
                trigger: <CalendarButton name={field.label} disabled={disabled} />,
                value: dayFrom(value),
                open: isOpen,
                onOpenChange: setOpen,
                onPick: pick,
                onClose: () => setWanted(false),
              }}
              meanwhile={<CalendarButton name={field.label} disabled={disabled} />}
            />
          ) : (
            <CalendarButton name={field.label} disabled={disabled} onClick={openFirst} />
          )}
        </div>
      )}
    </Field>
  )
}

type CalendarButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> & {
  name: string
  disabled: boolean | undefined
}

/** Button of the calendar; passes on the props that make it the popover's trigger. */
function CalendarButton({ name, disabled, ...button }: CalendarButtonProps) {
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="dialog"
      aria-label={`Abrir el calendario de ${name}`}
      disabled={disabled}
      className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-faint hover:text-ink touch:w-11"
    >
      <CalendarDays className="size-4" aria-hidden="true" />
    </button>
  )
}
