import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from '#ui/field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'id' | 'className'> & {
    options: readonly Option[]
    /** Shown while nothing is chosen; choosing it again is not possible. */
    placeholder?: string
  }

/** The browser's own select: every phone and screen reader knows it. */
export function Select({
  label,
  hint,
  error,
  optional,
  className,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {control => (
        <div className="relative">
          <select {...select} {...control} className="control select">
            {placeholder !== undefined && (
              <option value="" disabled={!optional}>
                {placeholder}
              </option>
            )}
            {options.map(option => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
          />
        </div>
      )}
    </Field>
  )
}
