import { NativeSelect, type Option } from '#ui/fields/native-select.tsx'

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
