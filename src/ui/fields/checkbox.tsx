import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { FieldError } from '#ui/fields/field.tsx'
import { unbroken } from '#ui/unbroken.tsx'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'id' | 'className'> & {
  label: ReactNode
  note?: ReactNode
  error?: string | undefined
}

/** Checkbox with its label, a note and an error. */
export function Checkbox({ label, note, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1">
      <label className="flex min-h-6 cursor-pointer items-start gap-2.5 touch:min-h-11 touch:items-center">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="mt-0.5 size-4 shrink-0 accent-accent touch:mt-0 touch:size-5"
        />
        <span>
          {unbroken(label)}
          {note && <span className="block text-ink-faint text-xs">{unbroken(note)}</span>}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
