import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from '#ui/fields/field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'>

/** Text area that grows with its content. */
export function TextArea({ label, hint, error, optional, className, rows = 3, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {control => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          className="control field-sizing-content max-h-80 min-h-20 resize-y py-2"
        />
      )}
    </Field>
  )
}
