import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from '#ui/fields/field.tsx'
import { NativeSelect, type Option } from '#ui/fields/native-select.tsx'

type SelectProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'id' | 'className'> & {
    options: readonly Option[]
    /** Text while nothing is chosen; it cannot be chosen again. */
    placeholder?: string
  }

/** Field with a choice of one of few options. */
export function Select({ label, hint, error, optional, className, placeholder, ...select }: SelectProps) {
  const none = placeholder === undefined ? undefined : { label: placeholder, disabled: !optional }
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {control => <NativeSelect {...select} {...control} none={none} />}
    </Field>
  )
}
