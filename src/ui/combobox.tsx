import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { Field, type FieldProps } from '#ui/field.tsx'
import { matches } from '#ui/fold.ts'

export type ComboboxOption = {
  value: string
  label: string
  /** A second line: what tells two equal names apart. Searched too. */
  detail?: string
}

type ComboboxProps = FieldProps & {
  options: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  name?: string
  placeholder?: string
  emptyText?: string
  disabled?: boolean
}

/** Choose one of many by typing part of its name, with or without accents. */
export function Combobox({ options, value, onChange, onBlur, ref, name, disabled, ...props }: ComboboxProps) {
  const { placeholder = 'Escribe para buscar', emptyText = 'Sin resultados', ...field } = props
  const chosen = options.find(option => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={option => onChange(option?.value ?? '')}
      itemToStringLabel={option => option.label}
      isItemEqualToValue={(a, b) => a.value === b.value}
      filter={(option, query) => matches(`${option.label} ${option.detail ?? ''}`, query)}
      autoHighlight
      disabled={disabled ?? false}
    >
      <Field {...field}>
        {control => (
          <Base.InputGroup className="relative">
            <Base.Input
              {...control}
              ref={ref}
              name={name}
              onBlur={onBlur}
              placeholder={placeholder}
              className="control pr-10"
            />
            <Base.Trigger
              aria-label={`Abrir la lista de ${field.label}`}
              className="absolute inset-y-0 right-0 grid w-10 place-items-center text-ink-faint hover:text-ink"
            >
              <ChevronsUpDown className="size-4" aria-hidden="true" />
            </Base.Trigger>
          </Base.InputGroup>
        )}
      </Field>
      <ComboboxList emptyText={emptyText} />
    </Base.Root>
  )
}

function ComboboxList({ emptyText }: { emptyText: string }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup className="floating w-[var(--anchor-width)] min-w-56 max-w-[var(--available-width)]">
          <Base.Empty>
            <p className="px-3 py-3 text-ink-faint text-sm">{emptyText}</p>
          </Base.Empty>
          <Base.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
            {(option: ComboboxOption) => (
              <Base.Item
                key={option.value}
                value={option}
                className="grid min-h-9 cursor-default grid-cols-[1fr_1rem] items-center gap-2 rounded-sm px-2.5 py-1.5 outline-none data-highlighted:bg-accent-soft touch:min-h-11"
              >
                <span className="min-w-0">
                  <span className="block truncate">{option.label}</span>
                  {option.detail && (
                    <span className="block truncate text-ink-faint text-xs">{option.detail}</span>
                  )}
                </span>
                <Base.ItemIndicator>
                  <Check className="size-4 text-accent" aria-hidden="true" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
