import { type ReactNode, useId, useState } from 'react'
import { counted } from '#kernel/text.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import type { ComboboxOption } from '#ui/fields/combobox.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { matches } from '#ui/lists/fold.ts'

type CheckListProps = {
  label: string
  /** Label of the search: 'Buscar proveedores...' */
  searchLabel: string
  options: readonly ComboboxOption[]
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Called with the search, where the options are only the first of many. */
  onSearch?: (text: string) => void
  /** Content in place of the list when there are no options. */
  empty: ReactNode
  error?: string | undefined
  optional?: boolean
}

const maxWithoutSearch = 6

/** List of options of which any number is chosen, all in sight with their marks. */
export function CheckList({ label, searchLabel, options, values, onChange, ...props }: CheckListProps) {
  const [query, setQuery] = useState('')
  const id = useId()
  const shown = options.filter(option => matches(`${option.label} ${option.detail ?? ''}`, query))
  const search = (text: string) => {
    setQuery(text)
    props.onSearch?.(text)
  }
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter(each => each !== value) : [...values, value])
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5" aria-describedby={props.error ? id : undefined}>
      <legend className="mb-1.5 font-medium text-sm">
        {label}
        {props.optional && <span className="font-normal text-ink-faint"> (opcional)</span>}
      </legend>
      {options.length === 0 && <div className="rounded-md border px-3 py-3 text-ink-soft">{props.empty}</div>}
      {options.length > maxWithoutSearch && (
        <SearchField label={searchLabel} value={query} onChange={search} />
      )}
      {options.length > 0 && (
        <div className="grid max-h-60 grid-cols-1 gap-1 overflow-y-auto rounded-md border border-line-strong px-3 py-2">
          {shown.map(option => (
            <Checkbox
              key={option.value}
              label={option.label}
              note={option.detail}
              checked={values.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
          ))}
          {shown.length === 0 && <p className="py-1 text-ink-soft">Sin resultados</p>}
        </div>
      )}
      {options.length > 0 && <p className="text-ink-faint text-xs">{counted(values.length, 'elegido')}</p>}
      {props.error && <FieldError id={id}>{props.error}</FieldError>}
    </fieldset>
  )
}
