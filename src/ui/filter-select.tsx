import { ChevronDown } from 'lucide-react'
import type { Option } from '#ui/select.tsx'

type FilterSelectProps = {
  label: string
  /** What stands for no choice: 'Todos los proyectos'. */
  all: string
  options: readonly Option[]
  /** Empty: all. */
  value: string
  onChange: (value: string) => void
}

/** Narrows a list to one of several; its label is heard, and said by the first choice. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  return (
    <div className="relative w-full sm:w-56">
      <select
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        className="control select"
      >
        <option value="">{all}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
      />
    </div>
  )
}
