import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { es } from 'react-day-picker/locale'
import { buttonClasses } from '#ui/button.tsx'

type CalendarProps = { value: string | null; onPick: (day: string) => void }

/** Calendar of one month, in Spanish; days are yyyy-mm-dd. */
export function Calendar({ value, onPick }: CalendarProps) {
  const chosen = value === null ? undefined : new Date(`${value}T00:00:00`)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={es}
      selected={chosen}
      defaultMonth={chosen ?? new Date()}
      onSelect={date => onPick(localDay(date))}
      components={{ Chevron }}
      classNames={dayPickerClasses}
    />
  )
}

const arrowClasses = buttonClasses('quiet', 'icon')

const dayPickerClasses = {
  root: 'w-72',
  months: 'relative',
  month_caption: 'grid h-9 place-items-center font-medium first-letter:uppercase touch:h-11',
  caption_label: 'inline-block first-letter:uppercase',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrowClasses,
  button_next: arrowClasses,
  month_grid: 'mt-2 w-full border-collapse',
  weekday: 'h-8 font-normal text-ink-faint text-xs',
  day: 'p-0 text-center',
  day_button:
    'figures size-10 rounded-md hover:bg-hover group-data-selected:bg-accent group-data-selected:text-on-accent',
  today: 'font-semibold text-accent',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-strong',
  outside: 'text-ink-faint',
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon className="size-4" aria-hidden="true" />
}

function localDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
