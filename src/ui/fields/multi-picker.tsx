import { X } from 'lucide-react'
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Combobox, type ComboboxOption } from '#ui/fields/combobox.tsx'
import type { FieldProps } from '#ui/fields/field.tsx'

type MultiPickerProps = FieldProps & {
  options: readonly ComboboxOption[]
  values: readonly string[]
  onChange: (values: string[]) => void
  onSearch?: (text: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  placeholder?: string
  emptyText?: string
  /** Action beside the label. */
  aside?: ReactNode
  /** Content beside a chosen option. */
  beside?: (value: string, index: number) => ReactNode
}

/** Choice of several of many, in the order chosen: found by typing, listed below, removed one by one. */
export function MultiPicker({ options, values, onChange, beside, ref, ...picker }: MultiPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current)
  const free = options.filter(option => !values.includes(option.value))
  const remove = (value: string) => {
    onChange(values.filter(each => each !== value))
    input.current?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Combobox
        {...picker}
        ref={input}
        options={free}
        value=""
        onChange={value => value !== '' && onChange([...values, value])}
      />
      {values.length > 0 && (
        <ul aria-label={`${picker.label}: elegidos`} className="divide-y rounded-lg border bg-surface">
          {values.map((value, index) => (
            <Chosen
              key={value}
              option={options.find(option => option.value === value) ?? { value, label: value }}
              onRemove={() => remove(value)}
            >
              {beside?.(value, index)}
            </Chosen>
          ))}
        </ul>
      )}
    </div>
  )
}

type ChosenProps = { option: ComboboxOption; onRemove: () => void; children: ReactNode }

function Chosen({ option, onRemove, children }: ChosenProps) {
  return (
    <li className="flex items-center gap-2 py-1 pr-1 pl-3">
      <span className="min-w-0 flex-1 py-0.5">
        <span className="block truncate font-medium">{option.label}</span>
        {option.detail && <span className="block truncate text-ink-faint text-xs">{option.detail}</span>}
      </span>
      {children}
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Quitar ${option.label}`}
        title="Quitar"
        icon={<X aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  )
}
