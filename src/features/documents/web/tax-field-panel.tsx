import { useState } from 'react'
import type { TaxKind, WithholdingKind } from '#features/documents/rules/tax-kinds.ts'
import {
  taxKindLabel,
  taxText,
  withholdingKindLabel,
  withholdingText,
} from '#features/documents/text/breakdown.ts'
import { PercentField } from '#ui/fields/percent-field.tsx'
import { Select } from '#ui/fields/select.tsx'

type Rate<Kind> = { readonly kind: Kind; readonly rate: number }

type TaxFieldProps = {
  /** Number of the line, from one. */
  number: number
  rate: Rate<TaxKind>
  offered: readonly Rate<TaxKind>[]
  onChange: (rate: Rate<TaxKind>) => void
}

/** Kinds whose rate may be typed. */
const typedKinds = ['iva', 'igic', 'ipsi', 'recargo', 'otro'] as const

/** Tax of a line: one of the offered rates, or a kind whose rate is typed. */
export function TaxField({ number, rate, offered, onChange }: TaxFieldProps) {
  const [isTyped, setTyped] = useState(!offered.some(each => isSame(each, rate)))
  const choose = (value: string) => {
    const kind = typedKinds.find(each => each === value)
    const found = offered.find(each => valueFor(each) === value)
    setTyped(kind !== undefined)
    if (kind !== undefined) onChange({ kind, rate: rate.rate })
    else if (found) onChange({ kind: found.kind, rate: found.rate })
  }
  return (
    <div className="grid grid-cols-1 gap-2 max-sm:col-span-2">
      <Select
        label={`Impuesto ${number}`}
        value={isTyped ? rate.kind : valueFor(rate)}
        onChange={event => choose(event.target.value)}
        options={[
          ...offered.map(each => ({ value: valueFor(each), label: taxText(each) })),
          ...typedKinds.map(kind => ({ value: kind, label: `${taxKindLabel[kind]}, otro tipo…` })),
        ]}
      />
      {isTyped && (
        <PercentField
          label={`Tipo del impuesto ${number}`}
          isLabelHidden
          value={rate.rate}
          onChange={typed => onChange({ kind: rate.kind, rate: typed })}
        />
      )}
    </div>
  )
}

type WithholdingFieldProps = {
  withholding: Rate<WithholdingKind> | null
  offered: readonly Rate<WithholdingKind>[]
  onChange: (chosen: Rate<WithholdingKind> | null) => void
}

/** Withholding: none, one of the offered rates, or another whose rate is typed. */
export function WithholdingField({ withholding, offered, onChange }: WithholdingFieldProps) {
  const isOffered = withholding === null || offered.some(each => isSame(each, withholding))
  const choose = (value: string) => {
    const found = offered.find(each => valueFor(each) === value)
    if (value === 'otra') onChange({ kind: 'otra', rate: withholding?.rate ?? 0 })
    else onChange(found ? { kind: found.kind, rate: found.rate } : null)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Select
        label="Retención"
        optional
        placeholder="Sin retención"
        value={withholding === null ? '' : isOffered ? valueFor(withholding) : 'otra'}
        onChange={event => choose(event.target.value)}
        options={[
          ...offered.map(each => ({
            value: valueFor(each),
            label: withholdingText(each),
          })),
          { value: 'otra', label: `${withholdingKindLabel.otra}…` },
        ]}
      />
      {!isOffered && (
        <PercentField
          label="Tipo de la retención"
          isLabelHidden
          value={withholding.rate}
          onChange={rate => onChange({ kind: 'otra', rate })}
        />
      )}
    </div>
  )
}

const valueFor = ({ kind, rate }: Rate<string>): string => `${kind} ${rate}`

const isSame = <Kind,>(a: Rate<Kind>, b: Rate<Kind>): boolean => a.kind === b.kind && a.rate === b.rate
