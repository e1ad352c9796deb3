import { type ReactNode, useId } from 'react'
import { classes } from '#ui/classes.ts'
import { unbroken } from '#ui/unbroken.tsx'

/** Props of every field besides its own value. */
export type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** True to add '(opcional)' to the label: fields are required unless marked. */
  optional?: boolean | undefined
  /** True for a label for screen readers only, where the content itself says what the field is. */
  isLabelHidden?: boolean | undefined
  className?: string | undefined
}

type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldFrameProps = FieldProps & {
  /** Element beside the label: a link, a counter. */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  isLabelHidden,
  aside,
  className,
  children,
}: FieldFrameProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes('grid grid-cols-1 content-start gap-1.5', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-2'}>
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {unbroken(label)}
          {optional && <span className="font-normal text-ink-faint"> (opcional)</span>}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-ink-faint text-xs">
          {unbroken(hint)}
        </p>
      )}
    </div>
  )
}

/** Error of a field, with its sign. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-negative text-xs">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-px size-3.5 shrink-0 fill-current">
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.8 3.5h1.6v4.6H7.2Zm0 5.8h1.6v1.6H7.2Z" />
      </svg>
      <span className="min-w-0">{unbroken(children)}</span>
    </p>
  )
}
