import { type ReactNode, type Ref, useId } from 'react'
import { classes } from '#ui/classes.ts'
import { FieldError } from '#ui/fields/field.tsx'

export type RadioCard = { value: string; label: string; note?: ReactNode; icon?: ReactNode }

type RadioCardsProps = {
  label: string
  options: readonly RadioCard[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  name?: string
  error?: string | undefined
}

/** Choice that matters: each option explains itself. */
export function RadioCards({
  label,
  options,
  value,
  onChange,
  onBlur,
  ref,
  error,
  ...props
}: RadioCardsProps) {
  const id = useId()
  const name = props.name ?? id
  return (
    <fieldset
      className="@container grid grid-cols-1 gap-1.5"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div
        className={classes(
          'grid grid-cols-1 gap-3 sm:grid-cols-2',
          // No third one alone in a row of its own.
          options.length === 3 && '@[40rem]:grid-cols-3',
        )}
      >
        {options.map((option, index) => (
          <label
            key={option.value}
            className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-lg border border-line-strong bg-surface p-3.5 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className="mt-0.5 size-4 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="flex items-center gap-2 font-medium [&>svg]:size-4">
                {option.icon}
                {option.label}
              </span>
              {option.note && <span className="mt-1 block text-ink-soft text-xs">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
