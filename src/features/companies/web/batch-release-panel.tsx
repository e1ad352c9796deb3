import type { RefCallback } from 'react'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Select } from '#ui/fields/select.tsx'

type BatchReleasePanelProps = {
  /** Digits of euro cents; '0': any batch; '' while the typed text is no amount. */
  value: string
  onChange: (fromMinor: string) => void
  onBlur: () => void
  name: string
  ref: RefCallback<HTMLElement>
  error: string | undefined
}

const choices = [
  { value: 'any', label: 'Cualquier remesa' },
  { value: 'from', label: 'Las remesas desde un monto' },
]

/** Batches that a second person releases: any, or those from an amount on. */
export function BatchReleasePanel({ value, onChange, error, ...bound }: BatchReleasePanelProps) {
  const isAny = value === '0'
  return (
    <div className="grid grid-cols-1 gap-4">
      <Select
        label="Otra persona libera, antes de que salgan al banco"
        hint="La libera quien ejecuta en todos sus proyectos y no la hizo. Vale para las remesas que se hagan desde que se guarda."
        value={isAny ? 'any' : 'from'}
        options={choices}
        onChange={({ target }) => onChange(target.value === 'any' ? '0' : '')}
        onBlur={bound.onBlur}
        className="max-w-72"
      />
      {!isAny && (
        <MoneyField
          {...bound}
          label="Monto desde el que se pide"
          currency="EUR"
          value={value}
          onChange={onChange}
          error={error}
          className="max-w-72"
        />
      )}
    </div>
  )
}
