import { NativeSelect, type Option } from '#ui/fields/native-select.tsx'

type FilterSelectProps = {
  label: string
  /** Option for no choice: 'Todos los proyectos'. */
  all: string
  options: readonly Option[]
  /** Chosen value; empty for all. */
  value: string
  onChange: (value: string) => void
}

/**
 * Filter of a list by one of several values; its label is for screen readers, because the first option says it.
 */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  return (
    <div className="min-w-40 flex-1 sm:w-56 sm:flex-none">
      <NativeSelect
        aria-label={label}
        none={{ label: all }}
        options={options}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  )
}
