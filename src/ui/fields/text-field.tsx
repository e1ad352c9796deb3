import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from '#ui/fields/field.tsx'

export type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'>

/** Field for a line of text. */
export function TextField({
  label,
  hint,
  error,
  optional,
  isLabelHidden,
  className,
  ...input
}: TextFieldProps) {
  const frame = { label, hint, error, optional, isLabelHidden, className }
  return (
    <Field {...frame}>{control => <input type="text" {...input} {...control} className="control" />}</Field>
  )
}
