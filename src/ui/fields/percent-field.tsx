import { useState } from 'react'
import { Field, type FieldProps } from '#ui/fields/field.tsx'

type PercentFieldProps = FieldProps & {
  /** Basis points: 520 is 5,2 %. */
  value: number
  onChange: (rate: number) => void
}

/** Percentage of at most two decimals. A text that is none stays in the field, and the value as it was. */
export function PercentField({ value, onChange, ...field }: PercentFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && percentFrom(typed) === null
  const type = (text: string) => {
    setTyped(text)
    const rate = percentFrom(text)
    if (rate !== null) onChange(rate)
  }
  return (
    <Field {...field} error={isWrong ? 'Escribe un porcentaje, por ejemplo 5,2.' : field.error}>
      {control => (
        <div className="relative">
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? percentText(value)}
            onChange={event => type(event.target.value)}
            onBlur={() => !isWrong && setTyped(null)}
            className="control figures pr-9 text-right"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-faint"
          >
            %
          </span>
        </div>
      )}
    </Field>
  )
}

const percentText = (rate: number): string => (rate / 100).toLocaleString('es-ES')

/** Basis points of '21', '5,2' or '0,5'; null for anything else. */
export function percentFrom(text: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  const [, whole = '', cents = ''] = found
  const rate = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return rate <= 10_000 ? rate : null
}
